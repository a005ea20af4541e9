/** Finds exposures of a scan, and shortens them. */
import type { Exposure } from '../meaning/exposure/exposure.ts'
import type { Resource } from '../graph/resource-graph.ts'
import type { Question } from './question.ts'
import { namedResource, unreadFacts } from './references.ts'
import type { FoundScan } from './scan-of.ts'

/** `resource`: only its own; `null` for those of all. */
export async function exposuresOf(
  question: Question,
  { record }: FoundScan,
  resource: Resource | null,
): Promise<readonly Exposure[]> {
  const all = await question.read((tenant) => question.dependencies.exposures(tenant, record))
  if (resource === null) return all
  return all.filter((each) => each.resource.type === resource.type && each.resource.id === resource.id)
}

/** Concise ones have the setting that decides as evidence, full ones the whole path. */
export function exposureFacts(each: Exposure, level: string) {
  return {
    ...namedResource(each.resource),
    from: each.from,
    by: each.by,
    ports: [each.protocol, each.ports].filter((part) => part !== null).join(' ') || null,
    verdict: each.verdict,
    ...(each.condition !== null && { condition: each.condition }),
    evidence: level === 'full' ? each.path : (each.path.at(-1)?.evidence ?? null),
    ...(each.unknownBecause.length > 0 && { unknownBecause: unreadFacts(each.unknownBecause, level) }),
  }
}
