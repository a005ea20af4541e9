/** Properties of all plans: what changes nothing says nothing, and what is deleted is told. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyPlan } from './apply-plan.ts'
import { judgePlan } from './judge-plan.ts'
import { mappingsOf } from './mappings/all.ts'
import { PlanError } from './plan.ts'
import { readPlan } from './read-plan.ts'
import { terraform } from './mappings/all.ts'
import { account, shop, terraformPlan } from '../../../test/support/sample-plans.ts'

const nothing = {
  touched: [],
  exposures: [],
  cutOff: [],
  breaks: [],
  missing: [],
  unknown: [],
  described: { changes: [], unimportant: 0 },
}

test('an empty plan changes nothing', () => {
  const index = shop()
  const plan = readPlan(terraformPlan({}))
  expect(applyPlan(index, plan).graph).toBe(index.graph)
  expect(judgePlan(index, plan)).toMatchObject(nothing)
})

const value: fc.Arbitrary<unknown> = fc.oneof(fc.string(), fc.boolean(), fc.integer(), fc.constant(null))
const values = fc.dictionary(fc.constantFrom('id', 'name', 'vpc_id', 'ingress', 'policy', 'route', 'arn'), value)
const types = Object.keys(terraform)

test('a plan that leaves everything as it is says nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...types), values), { maxLength: 8 }), (resources) => {
      const changes = resources.map(([type, fields], at) => [`${type}.a${at}`, { before: fields, after: fields }])
      const plan = readPlan(terraformPlan(Object.fromEntries(changes)))
      expect(applyPlan(shop(), plan).graph).toEqual(shop().graph)
      expect(judgePlan(shop(), plan)).toMatchObject(nothing)
    }),
  )
})

test('any values of any type are judged', () => {
  const change = fc.record({
    before: fc.option(values),
    after: fc.option(values),
    unknown: fc.dictionary(fc.constantFrom('id', 'vpc_id', 'ingress', 'policy', 'subnet_id'), fc.boolean()),
    actions: fc.constantFrom(['create'], ['update'], ['delete'], ['delete', 'create']),
  })
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...types), change), { maxLength: 5 }), (resources) => {
      const changes = resources.map(([type, fields], at) => [`${type}.a${at}`, fields])
      const { touched } = judgePlan(shop(), readPlan(terraformPlan(Object.fromEntries(changes))))
      expect(touched).toHaveLength(resources.length)
    }),
  )
})

function failureOf(document: unknown): unknown {
  try {
    judgePlan(shop(), readPlan(document))
    return null
  } catch (error) {
    return error
  }
}

test('any document is a plan or explained, and nothing else', () => {
  const json = fc.jsonValue({ maxDepth: 4 })
  const entry = fc.record(
    {
      address: fc.oneof(fc.constantFrom('aws_instance.a', 'module.a["b"].aws_subnet.c[0]'), json),
      type: fc.oneof(fc.constantFrom(...types), json),
      mode: fc.constantFrom('managed', 'data'),
      provider_name: fc.constant('registry.terraform.io/hashicorp/aws'),
      change: fc.record({
        actions: fc.constantFrom(['create'], ['update'], ['delete'], ['no-op'], ['explode']),
        before: fc.oneof(values, json),
        after: fc.oneof(values, json),
        after_unknown: json,
        after_sensitive: json,
      }),
    },
    { requiredKeys: ['type', 'change'] },
  )
  const terraformDocument = fc.record(
    {
      format_version: fc.oneof(fc.constant('1.2'), json),
      resource_changes: fc.oneof(fc.array(entry, { maxLength: 4 }), json),
      resource_drift: fc.oneof(fc.array(entry, { maxLength: 2 }), json),
      prior_state: json,
      configuration: fc.oneof(json, fc.record({ root_module: json, provider_config: json })),
    },
    { requiredKeys: ['format_version'] },
  )
  const change = fc.record({
    LogicalResourceId: fc.string(),
    ResourceType: fc.constantFrom('AWS::EC2::SecurityGroup', 'AWS::S3::Bucket', 'AWS::A::B'),
    Action: fc.constantFrom('Add', 'Modify', 'Remove', 'Explode'),
    AfterContext: fc.oneof(
      json.map((properties) => JSON.stringify({ Properties: properties })),
      fc.string(),
    ),
    Details: json,
  })
  const changeSet = fc.record({
    ChangeSetId: json,
    StackId: json,
    Changes: fc.array(fc.record({ Type: fc.constant('Resource'), ResourceChange: change }), { maxLength: 4 }),
  })
  fc.assert(
    fc.property(fc.oneof(json, terraformDocument, changeSet), (document) => {
      expect(failureOf(document)).toSatisfy((error) => error === null || error instanceof PlanError)
    }),
    { numRuns: 400 },
  )
})

test('a plan that deletes everything is told completely', () => {
  const index = shop()
  const read = index.graph.resources
  const typeOf = new Map(types.toReversed().map((type) => [mappingsOf('Terraform plan')(type)?.type, type] as const))
  const changes = read.map(({ type, id, arn }, at) => {
    const before = { id, arn, name: id, identifier: id, bucket: id, function_name: id, account_id: account }
    return [`${typeOf.get(type as never)}.a${at}`, { before }]
  })
  const { compared, exposures, breaks, touched } = judgePlan(
    index,
    readPlan(terraformPlan(Object.fromEntries(changes))),
  )
  expect(compared.removed.map(({ id }) => id).toSorted()).toEqual(read.map(({ id }) => id).toSorted())
  expect(touched.map(({ resource }) => resource?.id ?? '').toSorted()).toEqual(read.map(({ id }) => id).toSorted())
  expect(exposures.map(({ kind }) => kind)).toEqual(['closed'])
  expect(breaks).toEqual([])
})
