/** GET /api/snapshot-key: the public key that signs the snapshots of this installation. */
import { noParameters } from '../../../contract/path-parameters.ts'
import { fingerprintOf } from '../../../contract/snapshot/signature.ts'
import { snapshotKey } from '../../../contract/snapshot-key.ts'
import { dataRoute } from '../route.ts'

export const getSnapshotKey = dataRoute({
  operationId: 'getSnapshotKey',
  summary: 'Get the public key of snapshots',
  description: 'Snapshots of this installation are signed by this key. It changes only with SECRET_KEY.',
  tag: 'Scans',
  method: 'GET',
  path: '/api/snapshot-key',
  scope: 'read',
  pathParameters: noParameters,
  query: noParameters,
  body: null,
  errors: [],
  success: { status: 200, description: 'The public key.', data: snapshotKey },

  async handle({ dependencies }) {
    const { publicKey } = await dependencies.store.snapshotKeys.signingKey()
    const fingerprint = fingerprintOf(publicKey)
    return { data: { algorithm: 'Ed25519' as const, fingerprint, publicKey: publicKey.toString('base64') } }
  },
})
