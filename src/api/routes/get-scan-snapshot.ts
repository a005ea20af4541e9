/** GET /api/scans/{id}/snapshot: everything of a completed scan in one signed file. */
import { idPath } from '../../../contract/path-parameters.ts'
import { redactQuery } from '../../../contract/snapshot-key.ts'
import { ApiError, notFound } from '../../http/api-error.ts'
import { findScan } from '../find-scan.ts'
import { bytesRoute } from '../route.ts'

const busySeconds = 30

export const getScanSnapshot = bytesRoute({
  operationId: 'getScanSnapshot',
  summary: 'Get a snapshot of a scan',
  description:
    'A ZIP file with the graph, coverage, exposures, diagrams, pictures, and an offline page, signed by this installation. The same scan and redaction give the same bytes. Creating it takes seconds to minutes.',
  tag: 'Scans',
  method: 'GET',
  path: '/api/scans/{id}/snapshot',
  scope: 'read',
  pathParameters: idPath('The scan ID.'),
  query: redactQuery,
  body: null,
  errors: ['NOT_FOUND', 'CONFLICT'],
  success: {
    status: 200,
    description: 'The snapshot.',
    headers: { 'Content-Disposition': 'Always `attachment`, with the name of the file.' },
    mediaTypes: ['application/zip'],
  },

  async handle({ path, query, caller, dependencies, signal }) {
    const { organizationId, actor, address } = caller
    const { redact } = query
    const scan = await dependencies.store.tenant(organizationId, async (tenant) => {
      const scan = await findScan(tenant, path.id)
      if (scan.status !== 'completed') {
        throw new ApiError('CONFLICT', `The scan has the status "${scan.status}". A snapshot needs a completed scan.`)
      }
      return scan
    })
    const times = { createdAt: scan.createdAt.toISOString(), completedAt: scan.updatedAt.toISOString() }
    const answer = await dependencies.snapshots.create({ organizationId, scanId: scan.id, ...times, redact }, signal)
    switch (answer.kind) {
      case 'created':
        await dependencies.store
          .tenant(organizationId, ({ auditEvents }) =>
            auditEvents.append({
              actor,
              action: 'snapshot.create',
              subject: scan.id,
              details: { redaction: redact },
              address,
            }),
          )
          .catch((error: unknown) => {
            answer.content.destroy()
            throw error
          })
        return {
          bytes: answer.content,
          mediaType: 'application/zip',
          headers: {
            'content-disposition': `attachment; filename="${answer.name}"`,
            'content-length': String(answer.sizeBytes),
          },
        }
      case 'not found':
        throw notFound('The scan')
      case 'busy':
        throw new ApiError('CONFLICT', 'Too many snapshots are being created. Retry later.', {
          retryAfterSeconds: busySeconds,
        })
      default:
        throw new Error(answer satisfies never)
    }
  },
})
