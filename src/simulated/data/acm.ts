/** What a world holds of certificates, in the SDK's own shapes. */
import type { CertificateSummary } from '@aws-sdk/client-acm'

export type AcmData = {
  readonly certificates?: readonly CertificateSummary[]
}
