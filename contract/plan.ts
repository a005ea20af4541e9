/** Schemas of a plan against a scan: what it touches, opens, cuts off, and breaks, and what couldn't be judged. */
import { Type } from 'typebox'
import { comparedResource, comparison } from './comparison.ts'
import { comparedExposure, exposureStep } from './exposure.ts'
import { nullableString } from './fields.ts'
import { dependent, reachBlock } from './reach.ts'

export const planDocument = Type.Object(
  {},
  {
    title: 'PlanDocument',
    additionalProperties: true,
    description:
      'The output of `terraform show -json PLAN`, `tofu show -json PLAN`, or `aws cloudformation describe-change-set --include-property-values`, of at most 16 MiB. It is neither stored nor logged. Only the settings that conclusions depend on are read, and no value that is marked as sensitive.',
  },
)

const address = Type.String({
  description: 'The address of the resource in the plan, for example `aws_instance.web[0]`, or its logical ID.',
})

const causedBy = Type.Array(Type.String(), { description: 'Addresses of the changes that cause it.' })

const touchedResource = Type.Object(
  {
    address,
    plannedType: Type.String({ description: 'The type in the plan, for example `aws_security_group_rule`.' }),
    action: Type.Enum(['create', 'update', 'delete', 'replace', 'none'], { type: 'string', title: 'PlannedAction' }),
    resource: Type.Union([comparedResource, Type.Null()], {
      description: "In the scan. Null if the plan creates it, or if the scan doesn't have it.",
    }),
    isPart: Type.Boolean({
      description: 'It is a setting of `resource`, for example a rule of a security group or a route of a route table.',
    }),
    map: nullableString('The path of the page that shows the resource in a diagram. Null if it is not in the scan.'),
  },
  { title: 'TouchedResource', additionalProperties: false },
)

const plannedExposure = Type.Object(
  {
    ...comparedExposure.properties,
    kind: Type.Enum(['opened', 'changed', 'unknown', 'closed'], { type: 'string', title: 'PlannedExposureKind' }),
    summary: Type.String({
      description: 'One sentence, for example `Opens tcp 5432 of orders to the internet by public access`.',
    }),
    path: Type.Array(exposureStep, { description: 'From the source to the resource, which comes last.' }),
    causedBy,
    reasons: Type.Array(Type.String(), { description: 'Why it is unknown. Empty unless `unknown`.' }),
  },
  { title: 'PlannedExposure', additionalProperties: false },
)

const cutOff = Type.Object(
  {
    from: Type.String({ description: 'A resource as its type and ID.' }),
    to: Type.String({ description: '`internet`, or a resource as its type and ID.' }),
    protocol: Type.String(),
    port: Type.Integer(),
    summary: Type.String({ description: "One sentence, for example `web-1 can't reach the internet on tcp 443`." }),
    blockedBy: Type.Array(reachBlock),
    causedBy,
  },
  { title: 'CutOff', additionalProperties: false },
)

const planBreak = Type.Object(
  {
    address,
    action: Type.Enum(['delete', 'replace'], { type: 'string', title: 'BreakingAction' }),
    resource: comparedResource,
    dependents: Type.Array(dependent, {
      description: 'What depends on it, without what the plan deletes too. Those that break come first.',
    }),
  },
  { title: 'PlanBreak', additionalProperties: false },
)

export const planAgainstScan = Type.Object(
  {
    format: Type.Enum(['Terraform plan', 'CloudFormation change set'], { type: 'string', title: 'PlanFormat' }),
    touched: Type.Array(touchedResource, { description: 'In the order of the plan, without unchanged resources.' }),
    comparison,
    exposures: Type.Array(plannedExposure, {
      description: 'What it opens and closes, with the cause. Those that are opened come first.',
    }),
    cutOff: Type.Array(cutOff, {
      description:
        'Connections that work according to the scan, and are blocked after the plan: one for each rule between security groups, each target group, and each subnet with a way to the internet.',
    }),
    breaks: Type.Array(planBreak),
    unmanaged: Type.Union([Type.Array(comparedResource), Type.Null()], {
      description:
        'Resources of the scan that the plan does not manage, of the types that it manages. Null for change sets, which only list changes.',
    }),
    missing: Type.Array(
      Type.Object(
        {
          address,
          type: Type.String({ description: 'CloudFormation type.' }),
          id: Type.String({ description: 'The identifier in the state of the plan.' }),
        },
        { title: 'MissingResource', additionalProperties: false },
      ),
      { description: "Resources that the plan manages, and that aren't in the scan." },
    ),
    unknown: Type.Array(
      Type.Object(
        {
          address: nullableString('The address in the plan. Null if it concerns the whole plan.'),
          resource: Type.Union([comparedResource, Type.Null()]),
          reason: Type.String(),
        },
        { title: 'PlanUnknown', additionalProperties: false },
      ),
      {
        description:
          'What could not be judged: values that are not known before the plan is applied, and types that are not read.',
      },
    ),
  },
  { title: 'PlanAgainstScan', additionalProperties: false },
)
