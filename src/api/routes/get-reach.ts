/** GET /api/scans/{id}/reach: whether a connection can be made, and through which resources. */
import { Type } from 'typebox'
import { uuidPattern } from '../../../contract/fields.ts'
import { idPath } from '../../../contract/path-parameters.ts'
import { reachAnswer } from '../../../contract/reach.ts'
import type { GraphIndex } from '../../graph/graph-index.ts'
import { ApiError, notFound, validationError } from '../../http/api-error.ts'
import type { ReachAnswer } from '../../meaning/reach/answer.ts'
import { type EndError, reach, type ReachQuery } from '../../meaning/reach/reach.ts'
import type { ScanRecord } from '../../store/scans.ts'
import type { Tenant } from '../../store/store.ts'
import type { ApiDependencies } from '../api-dependencies.ts'
import { findScan } from '../find-scan.ts'
import { graphOfScan } from '../graph-of-scan.ts'
import { dataRoute } from '../route.ts'

const end = (what: string) =>
  Type.String({
    minLength: 1,
    maxLength: 2048,
    description: `${what}: \`internet\`, an IP address, or the ID or ARN of a resource, or its type and ID: \`type/id\`.`,
  })

export const getReach = dataRoute({
  operationId: 'getReach',
  summary: 'Check whether a connection can be made',
  description:
    "Follows the packets in both directions through routes, security groups, and network ACLs. The verdict is `unknown` if it depends on something that couldn't be read or isn't supported. For other accounts and regions, it uses their newest completed scans in this organization.",
  tag: 'Scans',
  method: 'GET',
  path: '/api/scans/{id}/reach',
  scope: 'read',
  pathParameters: idPath('The scan ID.'),
  query: Type.Object(
    {
      from: end('The source of the connection'),
      to: end('The destination of the connection'),
      protocol: Type.Enum(['tcp', 'udp', 'icmp'], {
        type: 'string',
        default: 'tcp',
        description: '`icmp`: an echo request and its reply.',
      }),
      port: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 65_535,
          description: 'The destination port. Required for `tcp` and `udp`.',
        }),
      ),
      with: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 1024,
          description:
            'IDs of completed scans of other accounts or regions, separated by commas, in place of the newest ones.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  body: null,
  errors: ['NOT_FOUND'],
  success: { status: 200, description: 'The verdict, with proof.', data: reachAnswer },

  async handle({ path, query, caller, dependencies }) {
    const asked = queryOf(query)
    const others = query.with === undefined ? null : scanIds(query.with)
    const answer = await dependencies.store.tenant(caller.organizationId, async (tenant) => {
      const scan = await findScan(tenant, path.id)
      const first = await graphOfScan(dependencies, tenant, scan)
      if (others !== null) return reach([first, ...(await graphsOf(tenant, others))], asked)
      return withNewest({ tenant, dependencies, scan }, first, asked)
    })
    if ('problem' in answer) throw unknownEnd(answer)
    return { data: answer }
  },
})

type Given = { readonly from: string; readonly to: string; readonly protocol: string; readonly port?: number }

function queryOf({ from, to, protocol, port }: Given): ReachQuery {
  if (protocol === 'icmp') {
    if (port !== undefined) throw validationError([{ path: ['port'], message: 'must be left out for icmp' }])
    return { from, to, protocol }
  }
  if (port === undefined) throw validationError([{ path: ['port'], message: 'is required for tcp and udp' }])
  return { from, to, protocol: protocol === 'udp' ? 'udp' : 'tcp', port }
}

const uuid = new RegExp(uuidPattern, 'u')
/** The limit of additional scans, because each graph is loaded into memory. */
const mostScans = 10

function scanIds(text: string): readonly string[] {
  const ids = [...new Set(text.toLowerCase().split(','))]
  if (ids.length > mostScans || !ids.every((id) => uuid.test(id))) {
    throw validationError([{ path: ['with'], message: `must be at most ${mostScans} scan IDs separated by commas` }])
  }
  return ids
}

async function graphsOf(tenant: Tenant, ids: readonly string[]): Promise<readonly GraphIndex[]> {
  const graphs: GraphIndex[] = []
  for (const id of ids) {
    const scan = await tenant.scans.find(id)
    if (scan === null) throw notFound(`The scan ${id} of \`with\``)
    if (scan.status !== 'completed') {
      throw validationError([{ path: ['with'], message: `must be completed scans; ${id} is ${scan.status}` }])
    }
    // Doesn't use the graph cache, which is for the scan in the path.
    graphs.push(await graphOfScan({ lastGraph: async (_, read) => read() }, tenant, scan))
  }
  return graphs
}

type Place = { readonly tenant: Tenant; readonly dependencies: ApiDependencies; readonly scan: ScanRecord }

/** Scans of other accounts and regions are loaded only if the result depends on them. */
async function withNewest(
  { tenant, scan }: Place,
  first: GraphIndex,
  asked: ReachQuery,
): Promise<ReachAnswer | EndError> {
  const graphs = [first]
  const tried = new Set([`${scan.accountNumber} ${scan.region}`])
  for (;;) {
    const answer = reach(graphs, asked)
    if ('problem' in answer || answer.verdict !== 'unknown') return answer
    const missing = answer.unknownBecause.find(
      ({ account, region }) => account !== null && region !== null && !tried.has(`${account} ${region}`),
    )
    if (missing === undefined || missing.account === null || missing.region === null || tried.size > mostScans)
      return answer
    tried.add(`${missing.account} ${missing.region}`)
    const newest = await tenant.scans.newestOfAccount(missing.account, missing.region)
    if (newest !== null) graphs.push(...(await graphsOf(tenant, [newest.id])))
  }
}

function unknownEnd({ parameter, problem, types }: EndError): ApiError {
  if (problem === 'not found') return notFound(`The resource of \`${parameter}\``)
  return validationError([
    { path: [parameter], message: `names resources of several types (${types.join(', ')}); use type/id` },
  ])
}
