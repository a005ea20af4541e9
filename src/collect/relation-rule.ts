/** How a collector declares relations: which field of an item names resources of which types. */
import type { Relation, ResourceReference, Verb } from '../graph/resource-graph.ts'
import type { ResourceTypeName } from '../resource-types/all.ts'
import type { Place } from './references/arn.ts'
import { resourceOfArn } from './references/resource-of-arn.ts'

type Targets = string | undefined | readonly (string | undefined)[]

type Rule = {
  readonly verb: Verb
  /** The field that proves it, e.g. `Subnets[].VpcId`; with the action in front where it is not the collector's first. */
  readonly field: string
  /** Where no setting names the target. */
  readonly basis?: 'permitted'
}

/** Relations to resources of one type. */
type RuleById<Item, Context> = Rule & {
  readonly type: ResourceTypeName
  /** The targets' identifiers; one that is missing makes no relation. The context tells foreign ARNs, see `arn.ts`. */
  readonly targets: (item: Item, context: Context) => Targets
}

/** Relations to what ARNs name, where that is of one of these types. */
type RuleByArn<Item, Context> = Rule & {
  readonly types: readonly ResourceTypeName[]
  readonly arns: (item: Item, context: Context) => Targets
}

/** Relations to what is told apart by more than an ARN, each of one of these types. */
type RuleByReference<Item, Context> = Rule & {
  readonly types: readonly ResourceTypeName[]
  readonly references: (item: Item, context: Context) => readonly ResourceReference[]
}

/** One kind of relation from the resource at hand. */
export type RelationRule<Item, Context = unknown> =
  | RuleById<Item, Context>
  | RuleByArn<Item, Context>
  | RuleByReference<Item, Context>

export function ruleTypes<Item, Context>(rule: RelationRule<Item, Context>): readonly ResourceTypeName[] {
  return 'type' in rule ? [rule.type] : rule.types
}

/**
 * Reads an item's relations from the resource `source`. `action`: the collector's first, which answers what rules without an action of
 * their own are proved by. It runs for each resource of a scan, so it makes nothing but relations.
 */
export function relationReader<Item, Context extends Place>(
  rules: readonly RelationRule<Item, Context>[],
  action: string,
): (item: Item, context: Context, source: ResourceReference) => readonly Relation[] {
  const evidenced = rules.map((rule) => ({
    rule,
    evidence: rule.field.includes(' ') ? rule.field : `${action} ${rule.field}`,
  }))
  return (item, context, source) => {
    const relations: Relation[] = []
    for (const { rule, evidence } of evidenced) {
      for (const named of targetsOf(rule, item, context)) {
        const target = typeof named === 'string' ? referenceOf(rule, named, context) : named
        if (target !== undefined && target !== null && isOfRule(rule, target))
          relations.push({ source, verb: rule.verb, target, evidence, ...(rule.basis && { basis: rule.basis }) })
      }
    }
    return relations
  }
}

const none: readonly never[] = []

/** Identifiers, ARNs or references, as the rule has them. The SDK leaves `null` in lists where an answer in JSON has it. */
function targetsOf<Item, Context extends Place>(
  rule: RelationRule<Item, Context>,
  item: Item,
  context: Context,
): readonly (string | ResourceReference | null | undefined)[] {
  if ('references' in rule) return rule.references(item, context)
  const targets = 'type' in rule ? rule.targets(item, context) : rule.arns(item, context)
  return typeof targets === 'string' ? [targets] : (targets ?? none)
}

function referenceOf<Item, Context extends Place>(
  rule: RelationRule<Item, Context>,
  named: string,
  context: Context,
): ResourceReference | undefined {
  if (named === '') return undefined
  return 'type' in rule ? { type: rule.type, id: named } : resourceOfArn(named, context)
}

function isOfRule<Item, Context>(rule: RelationRule<Item, Context>, { type }: ResourceReference): boolean {
  return 'type' in rule || rule.types.some((each) => each === type)
}
