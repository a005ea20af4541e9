/** Defines how collectors declare relations: which field of an item names resources of which types. */
import type { Relation, ResourceReference, Verb } from '../graph/resource-graph.ts'
import type { ResourceTypeName } from '../resource-types/all.ts'
import type { Place } from './references/arn.ts'
import { resourceOfArn } from './references/resource-of-arn.ts'

type Targets = string | undefined | readonly (string | undefined)[]

type Rule = {
  readonly verb: Verb
  /** The evidence, for example `Subnets[].VpcId`. The action precedes it unless it is the collector's first. */
  readonly field: string
  /** Set if a permission, not a setting, names the target. */
  readonly basis?: 'permitted'
}

/** Relations to resources of one type. */
type RuleById<Item, Context> = Rule & {
  readonly type: ResourceTypeName
  /**
   * Returns the identifiers of the targets. Missing ones create no relation. The context identifies foreign ARNs, see
   * `arn.ts`.
   */
  readonly targets: (item: Item, context: Context) => Targets
}

/** Relations to resources of these types, by ARN. */
type RuleByArn<Item, Context> = Rule & {
  readonly types: readonly ResourceTypeName[]
  readonly arns: (item: Item, context: Context) => Targets
}

/** Relations to resources of these types whose reference is more than an ARN. */
type RuleByReference<Item, Context> = Rule & {
  readonly types: readonly ResourceTypeName[]
  readonly references: (item: Item, context: Context) => readonly ResourceReference[]
}

/** One kind of relation from a resource. */
export type RelationRule<Item, Context = unknown> =
  | RuleById<Item, Context>
  | RuleByArn<Item, Context>
  | RuleByReference<Item, Context>

export function ruleTypes<Item, Context>(rule: RelationRule<Item, Context>): readonly ResourceTypeName[] {
  return 'type' in rule ? [rule.type] : rule.types
}

/**
 * Returns a function that reads an item's relations from the resource `source`. `action`: the collector's first action,
 * the evidence of rules without their own. The function runs for each resource of a scan, so it creates nothing but
 * relations.
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

/** Returns the rule's identifiers, ARNs, or references. The SDK keeps `null` in lists if a JSON response has it. */
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
