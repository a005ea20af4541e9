/** `changes`: what changed since an earlier scan, the most important first. */
import { Type } from 'typebox'
import { change, changeArea } from '../../../contract/comparison.ts'
import { compareScans } from '../../api/routes/compare-scans.ts'
import { ageMinutes, scanFacts, scanInput, scanOf } from '../scan-of.ts'
import { agentTool } from '../agent-tool.ts'
import { detail, fitting } from '../fitting.ts'
import { counts as numbers, list, named, namedResource } from '../references.ts'

const { base } = compareScans.query.properties
const { kind } = change.properties

export const changes = agentTool({
  name: 'changes',
  description: 'What changed since an earlier scan of the same account and region? The most important first.',
  scope: 'read',
  input: Type.Object(
    { base, area: Type.Optional(changeArea), scan: scanInput, detail },
    { additionalProperties: false },
  ),
  hints: {
    base: 'Scan ID, previous, date, age (7d, 12h), or baseline',
    area: null,
  },
  output: Type.Object({
    scan: scanFacts,
    base: Type.Object({ id: Type.String(), ageMinutes: Type.Integer() }),
    counts: numbers,
    notCompared: Type.Integer(),
    changes: Type.Array(Type.Object({ area: changeArea, kind, ...named, details: list })),
  }),

  async answer({ base: since, area: wantedArea, scan: wanted, detail: level }, question) {
    const scan = await scanOf(question, wanted)
    const compared = await question.data(compareScans, { path: { id: scan.record.id }, query: { base: since } })
    const counts = Map.groupBy(compared.changes, ({ area }) => area)
    const told = compared.changes
      .filter(({ area }) => wantedArea === undefined || area === wantedArea)
      .map((each) => ({
        area: each.area,
        kind: each.kind,
        ...namedResource(each.resource),
        details: fitting(
          each.details.map(({ label, removed, added }) => ({ label, removed, added })),
          { items: 3, bytes: 300 },
          level,
        ),
      }))
    return {
      data: {
        scan: scan.facts,
        base: { id: compared.base.id, ageMinutes: ageMinutes({ updatedAt: new Date(compared.base.updatedAt) }) },
        counts: Object.fromEntries([...counts].map(([area, { length }]) => [area, length])),
        notCompared: compared.unknown.length,
        changes: fitting(told, { items: 10, bytes: 2_200 }, level),
      },
    }
  },
})
