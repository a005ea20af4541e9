/** `coverage`: what a scan read, how many there are, and what could not be read. */
import { Type } from 'typebox'
import { coverage as entry } from '../../../contract/coverage.ts'
import { getScanCoverage } from '../../api/routes/get-scan-coverage.ts'
import { agentTool } from '../agent-tool.ts'
import { detail, fitting } from '../fitting.ts'
import { counts } from '../references.ts'
import { scanFacts, scanInput, scanOf } from '../scan-of.ts'

const { type, status, action, reason } = entry.properties

export const coverage = agentTool({
  name: 'coverage',
  description: 'How many resources of each type are there, and which types could not be read?',
  scope: 'read',
  input: Type.Object({ type: Type.Optional(type), scan: scanInput, detail }, { additionalProperties: false }),
  hints: {
    type: null,
  },
  output: Type.Object({
    scan: scanFacts,
    resources: Type.Integer(),
    types: counts,
    counts: Type.Array(Type.Object({ type: Type.String(), count: Type.Integer() })),
    notRead: Type.Array(Type.Object({ type: Type.String(), status, action, reason })),
  }),

  async answer({ type: wantedType, scan: wanted, detail: level }, question) {
    const scan = await scanOf(question, wanted)
    const { coverage: all } = await question.data(getScanCoverage, { path: { id: scan.record.id } })
    const types = all.filter((each) => wantedType === undefined || each.type === wantedType)
    const counted = types
      .map((each) => ({ type: each.type, count: each.count ?? 0 }))
      .filter(({ count }) => count > 0 || wantedType !== undefined)
      .toSorted((left, right) => right.count - left.count)
    const unread = types.filter((each) => each.status === 'denied' || each.status === 'failed')
    const statuses = Map.groupBy(types, (each) => each.status)
    return {
      data: {
        scan: scan.facts,
        resources: counted.reduce((sum, { count }) => sum + count, 0),
        types: Object.fromEntries([...statuses].map(([name, { length }]) => [name, length])),
        counts: fitting(
          unread.length > 0 && wantedType !== undefined ? [] : counted,
          { items: 20, bytes: 1_200 },
          level,
        ),
        notRead: fitting(
          unread.map((each) => ({ type: each.type, status: each.status, action: each.action, reason: each.reason })),
          { items: 8, bytes: 1_200 },
          level,
        ),
      },
    }
  },
})
