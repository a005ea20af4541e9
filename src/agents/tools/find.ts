/** `find`: the resources of a scan by text, type, or tag. */
import { Type } from 'typebox'
import { listScanResources } from '../../api/routes/list-scan-resources.ts'
import { agentTool } from '../agent-tool.ts'
import { detail, fitting, fittingEntries, shortName } from '../fitting.ts'
import { fields, named, namedResource, nullable } from '../references.ts'
import { scanFacts, scanInput, scanOf } from '../scan-of.ts'
import { statusOf } from '../type-status.ts'

const { q, type, tag, cursor } = listScanResources.query.properties
/** The largest page of the API. */
const mostRead = 100
const tagBounds = { items: 6, bytes: 300 }

export const find = agentTool({
  name: 'find',
  description: 'Which resources match? By text in ID, ARN, or name, by CloudFormation type, or by tag.',
  scope: 'read',
  input: Type.Object({ scan: scanInput, q, type, tag, cursor, detail }, { additionalProperties: false }),
  hints: { q: 'Text in ID, ARN, or name', type: null, tag: 'KEY or KEY=VALUE', cursor: null },
  output: Type.Object({
    scan: scanFacts,
    matches: Type.Integer(),
    more: Type.Boolean(),
    typeStatus: nullable,
    resources: Type.Array(Type.Object({ ...named, arn: Type.Optional(nullable), tags: Type.Optional(fields) })),
    cursor: Type.Optional(Type.String()),
  }),

  async answer({ scan: wanted, detail: level, ...filter }, question) {
    const scan = await scanOf(question, wanted)
    const status = await statusOf(question, scan, filter.type)
    const page = (limit: number) =>
      question.data(listScanResources, { path: { id: scan.record.id }, query: { ...filter, limit } })
    const { resources, meta } = await page(mostRead)
    const isWholeType = filter.q === undefined && filter.tag === undefined && filter.cursor === undefined
    const counted = isWholeType ? (status?.count ?? null) : null
    const shown = fitting(
      resources.map((each) => ({
        ...namedResource(each),
        ...(level === 'full' && { arn: shortName(each.arn), tags: fittingEntries(each.tags, tagBounds) }),
      })),
      { items: 5, bytes: 900 },
      level,
    )
    // The page after what is shown, not after what was counted.
    const { cursor: next } = shown.length === resources.length ? meta : (await page(Math.max(1, shown.length))).meta
    return {
      data: {
        scan: scan.facts,
        matches: counted ?? resources.length,
        more: counted === null && meta.hasMore,
        typeStatus: status?.status ?? null,
        resources: shown,
        ...(next !== undefined && { cursor: next }),
      },
    }
  },
})
