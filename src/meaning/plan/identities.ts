/** Which resource of the graph each resource of a plan is: one that the scan read, or one that the plan creates. */
import { type GraphIndex, resourceKey } from '../../graph/graph-index.ts'
import type { Resource, ResourceReference } from '../../graph/resource-graph.ts'
import { resourceType, typePlaying } from '../../resource-types/look-ups.ts'
import type { Mapping } from './mapping.ts'
import { type Action, NotKnown, type Plan, type PlannedChange, type PlanObject, type PlanValue } from './plan.ts'

export type Identities = {
  /** `null`: a part, a type that isn't known, or a resource without a known ID. */
  ofChange(change: PlannedChange): ResourceReference | null
  /** The resource of the plan that a value is an ID or ARN of, if the plan shows that. */
  referred(value: NotKnown): ResourceReference | null
  /** What a value may be an ID or ARN of: the resources that its expression names, or all that the plan makes. */
  candidates(type: string, value: NotKnown): readonly ResourceReference[]
  /** The resource that a value names by its ID or ARN, or by a reference to a resource of the plan. */
  named(type: string, value: PlanValue): ResourceReference | null
  /** Whether the plan has it, also if it stays as it is. */
  isPlanned(resource: ResourceReference): boolean
  /** The resource that a part is of. */
  ownerOf(mapping: Pick<Mapping, 'type' | 'id'>, values: PlanObject): ResourceReference | null
  /** An existing resource, by the values that a tool has for it. */
  existing(mapping: Pick<Mapping, 'type' | 'id' | 'alias'>, values: PlanObject): ResourceReference | null
}

/** `mappingOf`: of a type of the plan. */
export function identitiesOf(index: GraphIndex, plan: Plan, mappingOf: (type: string) => Mapping | null): Identities {
  const { accountId } = index.graph
  const byAddress = new Map<string, ResourceReference>()
  let byArn: ReadonlyMap<string, ResourceReference> | null = null

  const withArn = (arn: string): ResourceReference | null => {
    byArn ??= new Map(index.graph.resources.flatMap((each) => (each.arn === null ? [] : [[each.arn, each] as const])))
    return byArn.get(arn) ?? null
  }

  const existing: Identities['existing'] = ({ type, id, alias }, values) => {
    const known = [id(values, accountId), values['id'], values['arn']].filter(
      (each) => typeof each === 'string' && each !== '',
    )
    const texts = known as readonly string[]
    for (const text of texts) {
      const found = index.find({ type, id: text }) ?? withArn(text)
      if (found?.type === type) return { type, id: found.id }
      const other = alias && index.ofType(type).find(({ properties }) => properties[alias] === text)
      if (other) return { type, id: other.id }
    }
    return texts[0] === undefined ? null : { type, id: texts[0] }
  }

  for (const { address, type, before, after } of plan.changes) {
    const mapping = mappingOf(type)
    if (mapping === null || mapping.part === true) continue
    const own = before === null ? adopted(index, mapping, after ?? {}) : existing(mapping, before)
    byAddress.set(address, own ?? created(mapping, address, after ?? {}, accountId))
  }

  const isMade = new Set(plan.changes.flatMap(({ address, action }) => (makes.has(action) ? [address] : [])))

  const ofType = (type: string, address: string): readonly ResourceReference[] => {
    const found = byAddress.get(address)
    return found?.type === type ? [found] : []
  }
  const made = [...isMade].flatMap((address) => byAddress.get(address) ?? [])
  const madeOfType = Map.groupBy(made, ({ type }) => type)

  /** The ID of a resource that isn't made is known. */
  const referred: Identities['referred'] = ({ addresses }) => {
    const [address, ...others] = addresses.length > 1 ? addresses.filter((each) => isMade.has(each)) : addresses
    return address === undefined || others.length > 0 ? null : (byAddress.get(address) ?? null)
  }

  const named: Identities['named'] = (type, value) => {
    if (value instanceof NotKnown) {
      const found = referred(value)
      return found?.type === type ? found : null
    }
    if (typeof value !== 'string' || value === '') return null
    const found = index.find({ type, id: value }) ?? (value.startsWith('arn:') ? withArn(value) : null)
    return found?.type === type ? { type, id: found.id } : { type, id: value }
  }

  const planned = new Set([...byAddress.values()].map(resourceKey))
  return {
    existing,
    isPlanned: (resource) => planned.has(resourceKey(resource)),
    ofChange: ({ address }) => byAddress.get(address) ?? null,
    referred,
    candidates: (type, { addresses }) =>
      addresses.length === 0
        ? (madeOfType.get(type) ?? [])
        : addresses.filter((each) => isMade.has(each)).flatMap((address) => ofType(type, address)),
    named,
    ownerOf: ({ type, id }, values) => named(type, id(values, accountId)),
  }
}

const makes: ReadonlySet<Action> = new Set(['create', 'replace'])

/** What AWS made with a VPC, and a tool now takes over. */
function adopted(index: GraphIndex, { type, adopts }: Mapping, values: PlanObject): ResourceReference | null {
  const id = adopts?.id(values, index.graph.accountId)
  if (typeof id !== 'string') return null
  if (adopts?.isOfVpc !== true) return { type, id }
  const found = index
    .sources({ type: typePlaying('VPC'), id }, 'contained in', type)
    .find((each) => isDefaultGroup(index.find(each)))
  return found ?? null
}

/** Its name can be hidden by a tag, and its description can't be changed. */
export function isDefaultGroup(group: Resource | null): boolean {
  return group?.name === 'default' || group?.properties['description'] === 'default VPC security group'
}

/** With its ID, if that is its name, or a placeholder. */
function created({ type, id }: Mapping, address: string, values: PlanObject, accountId: string): ResourceReference {
  const known = id(values, accountId)
  return { type, id: typeof known === 'string' && known !== '' ? known : placeholder(type, address) }
}

/** Some types have an ID prefix. */
export function placeholder(type: string, text: string): string {
  return `${resourceType(type)?.idPrefix ?? ''}⟪${text}⟫`
}

/** Replaces placeholders by the addresses in them. */
export function readable(text: string): string {
  return text.replaceAll(/(?:[a-z]+-)?⟪([^⟪⟫]*)⟫/gu, '$1')
}
