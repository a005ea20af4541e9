/** How a collector declares relations: which field of an item names resources of which types. */
import type { Relation, ResourceReference, Verb } from '../graph/resource-graph.ts'
import type { Place } from './arn.ts'
import { resourceOfArn } from './resource-of-arn.ts'

type Targets = string | undefined | readonly (string | undefined)[]

type Rule = {
  readonly verb: Verb
  /** The field that proves it, e.g. `Subnets[].VpcId`; with the action in front where it is not the collector's first. */
  readonly field: string
}

/** Relations to resources of one type. */
type RuleById<Item, Context> = Rule & {
  readonly type: string
  /** The targets' identifiers; one that is missing makes no relation. The context tells foreign ARNs, see `arn.ts`. */
  readonly targets: (item: Item, context: Context) => Targets
}

/** Relations to what ARNs name, where that is of one of these types. */
type RuleByArn<Item, Context> = Rule & {
  readonly types: readonly string[]
  readonly arns: (item: Item, context: Context) => Targets
}

/** Relations to what is told apart by more than an ARN, each of one of these types. */
type RuleByReference<Item, Context> = Rule & {
  readonly types: readonly string[]
  readonly references: (item: Item, context: Context) => readonly ResourceReference[]
}

/** One kind of relation from the resource at hand. */
export type RelationRule<Item, Context = unknown> =
  | RuleById<Item, Context>
  | RuleByArn<Item, Context>
  | RuleByReference<Item, Context>

export function ruleTypes<Item, Context>(rule: RelationRule<Item, Context>): readonly string[] {
  return 'type' in rule ? [rule.type] : rule.types
}

export function relationsOf<Item, Context extends Place>(
  rule: RelationRule<Item, Context>,
  item: Item,
  context: Context,
  source: ResourceReference,
  action: string,
): readonly Relation[] {
  const evidence = rule.field.includes(' ') ? rule.field : `${action} ${rule.field}`
  return targetsOf(rule, item, context).map((target) => ({ source, verb: rule.verb, target, evidence }))
}

function targetsOf<Item, Context extends Place>(
  rule: RelationRule<Item, Context>,
  item: Item,
  context: Context,
): readonly ResourceReference[] {
  if ('type' in rule) {
    return [rule.targets(item, context)].flat().flatMap((id) => (id ? [{ type: rule.type, id }] : []))
  }
  const references =
    'references' in rule
      ? rule.references(item, context)
      : [rule.arns(item, context)].flat().flatMap((arn) => resourceOfArn(arn, context) ?? [])
  return references.filter(({ type }) => rule.types.includes(type))
}
