/** Certificate Manager: certificates. */
import type { CertificateSummary } from '@aws-sdk/client-acm'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly acm?: Lists<{ certificates: CertificateSummary }>
  }
}

/** "Default filtering returns only RSA_1024 and RSA_2048 certificates that have at least one domain." */
const defaultKeyTypes: readonly string[] = ['RSA_1024', 'RSA_2048']

export const service = defineService('acm', () => import('@aws-sdk/client-acm'), {
  pages: { largest: 1000, error: 'ValidationException' },
})({
  ListCertificates: {
    list: 'certificates',
    parameters: ['Includes'],
    narrow: (items, { Includes: { keyTypes = defaultKeyTypes } = {} }) =>
      items.filter(({ KeyAlgorithm = '' }) => keyTypes.includes(KeyAlgorithm)),
  },
})
