/** Certificate Manager: certificates. */
import * as module from '@aws-sdk/client-acm'
import type { CertificateSummary, ListCertificatesRequest, ListCertificatesResponse } from '@aws-sdk/client-acm'
import { listOperation } from '../list-operation.ts'
import { ProviderError } from '../provider-error.ts'
import { idleClient } from '../service.ts'
import type { SimulatedService } from '../service.ts'

/** "Default filtering returns only RSA_1024 and RSA_2048 certificates that have at least one domain." */
const defaultKeyTypes: readonly string[] = ['RSA_1024', 'RSA_2048']

export const service: SimulatedService = {
  iamPrefix: 'acm',
  module,
  client: new module.ACMClient(idleClient),
  operations: {
    ListCertificates: listOperation<ListCertificatesRequest, ListCertificatesResponse, CertificateSummary>({
      items: ({ regionData }) => regionData.acm?.certificates,
      parameters: ['Includes', 'CertificateStatuses'],
      narrow: (items, { Includes, CertificateStatuses }) =>
        items.filter(
          ({ KeyAlgorithm = '', Status }) =>
            (Includes?.keyTypes ?? defaultKeyTypes).includes(KeyAlgorithm) &&
            (CertificateStatuses === undefined || (Status !== undefined && CertificateStatuses.includes(Status))),
        ),
      paging: {
        token: 'NextToken',
        size: 'MaxItems',
        minimum: 1,
        maximum: 1000,
        default: 1000,
        badToken: () => new ProviderError('ValidationException', 'The next token is invalid'),
        badSize: (size) =>
          new ProviderError('ValidationException', `Value '${size}' at 'maxItems' must be between 1 and 1000`),
      },
      answer: (items, NextToken) => ({ CertificateSummaryList: [...items], NextToken }),
    }),
  },
}
