/** Schemas of the snapshots of the API: their redaction, and the key that signs them. */
import { Type } from 'typebox'

export const redactions = ['none', 'default', 'strict'] as const

export const redactQuery = Type.Object(
  {
    redact: Type.Enum([...redactions], {
      type: 'string',
      title: 'Redaction',
      default: 'default',
      description:
        '`default`: account IDs, public IP addresses, email addresses, IDs of access keys, and values of tags whose keys look like secrets. `strict`: also names, tag values, and descriptions. `none`: nothing.',
    }),
  },
  { additionalProperties: false },
)

export const snapshotKey = Type.Object(
  {
    algorithm: Type.Literal('Ed25519'),
    fingerprint: Type.String({ description: '`SHA256:` and the SHA-256 of the public key in base64url.' }),
    publicKey: Type.String({ description: 'The public key: SubjectPublicKeyInfo in DER, in base64.' }),
  },
  { title: 'SnapshotKey', additionalProperties: false },
)
