import { defineService } from '../../../cloud/service.ts'
import { defineCollector } from '../../collector.ts'

export const acm = defineService(
  'acm',
  () => import('@aws-sdk/client-acm'),
  (sdk) => sdk.ACMClient,
)

/** Relations to a certificate come from its users: listeners, distributions, and domain names of APIs. */
export const certificate = defineCollector({
  type: 'AWS::CertificateManager::Certificate',
  count: 'certificates',
  scope: 'regional',
  permissions: ['acm:ListCertificates'],
  service: acm,
  // Without key types, AWS lists only certificates with short RSA keys.
  pages: ({ sdk, client }) =>
    sdk.paginateListCertificates(
      { client, pageSize: 1000 },
      { Includes: { keyTypes: Object.values(sdk.KeyAlgorithm) } },
    ),
  items: (page) => page.CertificateSummaryList,
  resource: (certificate) => ({
    id: certificate.CertificateArn,
    arn: certificate.CertificateArn,
    name: certificate.DomainName,
    properties: {
      status: certificate.Status,
      certificateType: certificate.Type,
      keyAlgorithm: certificate.KeyAlgorithm,
      subjectAlternativeNames: certificate.SubjectAlternativeNameSummaries?.toSorted(),
      inUse: certificate.InUse,
      notAfter: certificate.NotAfter?.toISOString(),
      renewalEligibility: certificate.RenewalEligibility,
    },
  }),
})
