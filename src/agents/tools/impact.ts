/** `impact`: what depends on a resource. */
import { Type } from 'typebox'
import { getImpact } from '../../api/routes/get-impact.ts'
import { agentTool } from '../agent-tool.ts'
import { detail, fitting } from '../fitting.ts'
import { counts, list, named, namedResource, resourceInput, unreadFacts } from '../references.ts'
import { exactName, resourceOf } from '../resource-of.ts'
import { scanFacts, scanInput, scanOf } from '../scan-of.ts'

const effects = ['breaks', 'degrades', 'orphaned', 'unknown'] as const

export const impact = agentTool({
  name: 'impact',
  description: 'What breaks, degrades, or is orphaned without this resource?',
  scope: 'read',
  input: Type.Object({ of: resourceInput, scan: scanInput, detail }, { additionalProperties: false }),
  output: Type.Object({
    scan: scanFacts,
    counts,
    dependents: Type.Array(
      Type.Object({
        ...named,
        effect: Type.String(),
        steps: Type.Integer(),
        evidence: Type.Any(),
      }),
    ),
    unknownBecause: list,
  }),

  async answer({ of, scan: wanted, detail: level }, question) {
    const scan = await scanOf(question, wanted)
    const { resource } = await resourceOf(question, scan, of)
    const { dependents, unknownBecause } = await question.data(getImpact, {
      path: { id: scan.record.id },
      query: { of: exactName(resource) },
    })
    const count = (wantedEffect: string) => dependents.filter(({ effect }) => effect === wantedEffect).length
    const told = dependents.map(({ resource: dependent, effect, path }) => ({
      ...namedResource(dependent),
      effect,
      steps: path.length,
      evidence: level === 'full' ? path : `${path.at(-1)?.verb ?? ''}: ${path.at(-1)?.evidence ?? ''}`,
    }))
    const [breaks, degrades, orphaned, unknown] = effects.map(count)
    return {
      data: {
        scan: scan.facts,
        counts: { breaks: breaks ?? 0, degrades: degrades ?? 0, orphaned: orphaned ?? 0, unknown: unknown ?? 0 },
        dependents: fitting(told, { items: 8, bytes: 1_600 }, level),
        unknownBecause: fitting(unreadFacts(unknownBecause, level), { items: 3, bytes: 300 }, level),
      },
    }
  },
})
