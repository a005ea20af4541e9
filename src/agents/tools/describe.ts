/** `describe`: one resource with its properties, relations, and exposures. */
import { Type } from 'typebox'
import { resourceObject } from '../../api/routes/list-scan-resources.ts'
import { agentTool } from '../agent-tool.ts'
import { exposuresOf } from '../exposures-of.ts'
import { detail, fitting, fittingEntries, shortName } from '../fitting.ts'
import { counts, fields, list, named, namedResource, resourceInput } from '../references.ts'
import { exactName, resourceOf } from '../resource-of.ts'
import { scanFacts, scanInput, scanOf } from '../scan-of.ts'

export const describe = agentTool({
  name: 'describe',
  description: 'What is this resource, what does it use, what uses it, and can it be reached from outside?',
  scope: 'read',
  input: Type.Object({ of: resourceInput, scan: scanInput, detail }, { additionalProperties: false }),
  output: Type.Object({
    scan: scanFacts,
    resource: Type.Object({ ...named, arn: Type.Any(), external: Type.Any(), partial: Type.Boolean() }),
    tags: fields,
    properties: fields,
    leftOut: Type.Integer(),
    relations: list,
    usedBy: list,
    counts,
    exposures: list,
  }),

  async answer({ of, scan: wanted, detail: level }, question) {
    const scan = await scanOf(question, wanted)
    const { index, resource } = await resourceOf(question, scan, of)
    const key = exactName(resource)
    const { relations } = index.graph
    const uses = relations.flatMap(({ source, ...rest }) => (exactName(source) === key ? [rest] : []))
    const usedBy = relations.flatMap(({ target, ...rest }) => (exactName(target) === key ? [rest] : []))
    const exposures = await exposuresOf(question, scan, resource)
    const { external, partial, arn } = resourceObject({ ...resource, relations: [] })
    const tags = fittingEntries(resource.tags, { items: 8, bytes: 400 }, level)
    const properties = fittingEntries(resource.properties, { items: 20, bytes: 900 }, level)
    const all = Object.keys(resource.tags).length + Object.keys(resource.properties).length
    return {
      data: {
        scan: scan.facts,
        resource: { ...namedResource(resource), arn: shortName(arn), external, partial },
        tags,
        properties,
        leftOut: all - Object.keys(tags).length - Object.keys(properties).length,
        relations: fitting(uses, { items: 8, bytes: 700 }, level),
        usedBy: fitting(usedBy, { items: 5, bytes: 450 }, level),
        counts: { relations: uses.length, usedBy: usedBy.length, exposures: exposures.length },
        exposures: fitting(
          exposures.map(({ from, by, protocol, ports, verdict }) => ({ from, by, protocol, ports, verdict })),
          { items: 3, bytes: 300 },
          level,
        ),
      },
    }
  },
})
