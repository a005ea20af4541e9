/** Tests plans in the forms that widely used Terraform modules have: values that pass through lists, outputs, and data sources. */
import { describe, expect, test } from 'vitest'
import { judgePlan, type PlanJudgment } from './judge-plan.ts'
import { readPlan } from './read-plan.ts'
import { anywhere, refersTo, type SampleChange, shop, terraformPlan } from '../../../test/support/sample-plans.ts'

type Expressions = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const somewhere = { references: ['local.somewhere'] }

const made = (after: object, ...unknown: readonly string[]): SampleChange => ({
  after: { ...after },
  unknown: Object.fromEntries(['id', ...unknown].map((name) => [name, true])),
})

function judged(changes: Readonly<Record<string, SampleChange>>, configuration: Expressions = {}): PlanJudgment {
  return judgePlan(shop(), readPlan(terraformPlan(changes, { configuration })))
}

const told = ({ exposures }: PlanJudgment) => exposures.map(({ summary }) => summary)
const why = ({ exposures }: PlanJudgment) => exposures.flatMap(({ reasons }) => reasons)
const unknown = ({ unknown: all }: PlanJudgment) => all.map(({ address, reason }) => `${address}: ${reason}`)

const cluster = (block: object, marks: object = {}): SampleChange => ({
  after: { name: 'main', vpc_config: [block] },
  unknown: { id: true, vpc_config: [marks] },
})

/** The configuration names the attributes of the cluster that are set. */
const setting = (...names: readonly string[]) => ({
  'aws_eks_cluster.a': { vpc_config: [Object.fromEntries(names.map((name) => [name, somewhere]))] },
})

const functionWithUrl = (authorization: string) => ({
  'aws_lambda_function.a': {
    after: { function_name: 'hook', vpc_config: [{ subnet_ids: ['subnet-b'] }] },
    unknown: { vpc_config: [{ security_group_ids: true }] },
  },
  'aws_lambda_function_url.a': { after: { function_name: 'hook', authorization_type: authorization } },
})

describe('the endpoint of an EKS cluster', () => {
  const opens = 'Opens tcp 443 of main to the internet by cluster endpoint'

  test.each<[string, SampleChange, Expressions, readonly string[]]>([
    [
      'public for everyone',
      cluster({ endpoint_public_access: true, public_access_cidrs: [anywhere] }),
      setting('public_access_cidrs'),
      [opens],
    ],
    [
      'without ranges of its own, which AWS takes for everyone',
      cluster({ endpoint_public_access: true }, { public_access_cidrs: true }),
      setting('endpoint_public_access'),
      [opens],
    ],
    [
      'for an office',
      cluster({ endpoint_public_access: true, public_access_cidrs: ['203.0.113.0/24', '10.0.0.0/8'] }),
      {},
      ['Opens tcp 443 of main to 203.0.113.0/24 by cluster endpoint'],
    ],
    ['private', cluster({ endpoint_public_access: false, public_access_cidrs: [anywhere] }), {}, []],
  ])('%s', (_, change, configuration, summaries) => {
    const plan = judged({ 'aws_eks_cluster.a': change }, configuration)
    expect(told(plan)).toEqual(summaries)
    expect(unknown(plan)).toEqual([])
  })

  test.each([
    ['endpoint_public_access', { public_access_cidrs: [anywhere] }],
    ['public_access_cidrs', { endpoint_public_access: true }],
  ])('with an unknown %s', (name, block) => {
    const plan = judged({ 'aws_eks_cluster.a': cluster(block, { [name]: true }) }, setting(name))
    expect(told(plan)).toEqual(['May open main to the internet by cluster endpoint'])
    expect(why(plan)).toEqual([`aws_eks_cluster.a: vpc_config.${name} isn't known until the plan is applied.`])
  })

  test('with unknown ranges of a private endpoint, it stays private', () => {
    const change = cluster({ endpoint_public_access: false }, { public_access_cidrs: [true] })
    const plan = judged({ 'aws_eks_cluster.a': change }, setting('public_access_cidrs'))
    expect(told(plan)).toEqual([])
  })

  test('with an unknown security group, which does not decide about it', () => {
    const block = { endpoint_public_access: true, public_access_cidrs: [anywhere] }
    const plan = judged(
      { 'aws_eks_cluster.a': cluster(block, { security_group_ids: true }) },
      setting('security_group_ids', 'public_access_cidrs'),
    )
    expect(told(plan)).toEqual([opens])
    expect(unknown(plan)).toEqual([
      "aws_eks_cluster.a: The security group of aws_eks_cluster.a isn't known until the plan is applied.",
    ])
  })
})

describe('a subnet that is one of several', () => {
  const groups = ['sg-web']
  const inOneOf = { references: ['aws_subnet.p', 'count.index'] }
  const network = (...publicIps: readonly boolean[]) => ({
    ...Object.fromEntries(
      publicIps.map((given, at) => [`aws_subnet.p[${at}]`, made({ vpc_id: 'vpc-1', map_public_ip_on_launch: given })]),
    ),
    'aws_instance.a[0]': made({ vpc_security_group_ids: groups }, 'subnet_id'),
  })
  const opened = (...publicIps: readonly boolean[]) =>
    judged(network(...publicIps), { 'aws_instance.a': { subnet_id: inOneOf } })

  test('of which none gives public addresses', () => {
    const plan = opened(false, false)
    expect(told(plan)).toEqual([])
    expect(unknown(plan)).toEqual([
      "aws_instance.a[0]: The subnet of aws_instance.a[0] isn't known until the plan is applied.",
    ])
  })

  test.each([
    ['all give', [true, true]],
    ['one gives', [false, true]],
  ])('of which %s public addresses', (_, publicIps) => {
    expect(told(opened(...publicIps))).toEqual([
      expect.stringMatching(/^May open (?:tcp 443 of )?aws_instance\.a\[0\] /u),
    ])
  })

  test('or another one that is not shown', () => {
    const plan = judged(network(false, false), { 'aws_instance.a': { subnet_id: somewhere } })
    expect(told(plan)).toEqual(['May open aws_instance.a[0] to the internet by public address'])
  })

  test('without those that already exist, whose IDs are known', () => {
    const existing = { id: 'subnet-a', vpc_id: 'vpc-1', map_public_ip_on_launch: true }
    const changes = { ...network(false, false), 'aws_subnet.p[2]': { before: existing, after: existing } }
    expect(told(judged(changes, { 'aws_instance.a': { subnet_id: inOneOf } }))).toEqual([])
  })
})

describe('a function in a VPC', () => {
  const configuration = { 'aws_lambda_function.a': { vpc_config: [{ security_group_ids: somewhere }] } }

  test('is open by its URL, also with an unknown security group', () => {
    expect(told(judged(functionWithUrl('NONE'), configuration))).toEqual([
      'Opens tcp 443 of hook to the internet by function URL',
    ])
  })

  test('is private without one that is open', () => {
    expect(told(judged(functionWithUrl('AWS_IAM'), configuration))).toEqual([])
  })
})

describe('a bucket with a policy of a data source', () => {
  const policy = made({}, 'bucket', 'policy')
  const block = (restricts: boolean) => made({ ignore_public_acls: true, restrict_public_buckets: restricts }, 'bucket')
  const configuration = {
    'aws_s3_bucket_policy.a': {
      bucket: refersTo('aws_s3_bucket.a.id'),
      policy: { references: ['data.aws_iam_policy_document.a.json', 'data.aws_iam_policy_document.a'] },
    },
    'aws_s3_bucket_public_access_block.a': { bucket: refersTo('aws_s3_bucket.a.id') },
  }
  const bucket = { 'aws_s3_bucket.a': made({ bucket: 'site' }), 'aws_s3_bucket_policy.a': policy }

  test('may be public, because of that policy', () => {
    const plan = judged({ ...bucket, 'aws_s3_bucket_public_access_block.a': block(false) }, configuration)
    expect(told(plan)).toEqual(['May open site to the internet by bucket policy'])
    expect(why(plan)).toEqual(["aws_s3_bucket_policy.a: Its policy isn't known until the plan is applied."])
    expect(unknown(plan)).toEqual(why(plan))
  })

  test('is private with Block Public Access, and nothing is unknown', () => {
    const plan = judged({ ...bucket, 'aws_s3_bucket_public_access_block.a': block(true) }, configuration)
    expect([told(plan), unknown(plan)]).toEqual([[], []])
  })

  test('that stays as it is says nothing', () => {
    const stays = { bucket: 'assets', policy: '{"Statement":[]}' }
    const plan = judged({ 'aws_s3_bucket_policy.a': { before: stays, after: stays } })
    expect([told(plan), unknown(plan)]).toEqual([[], []])
  })

  test.each([
    ['acl', 'aws_s3_bucket_acl.a', 'Its ACL', { restrict_public_buckets: true, ignore_public_acls: false }],
    ['policy', 'aws_s3_bucket_policy.a', 'Its policy', { restrict_public_buckets: false, ignore_public_acls: true }],
  ])('or a sensitive %s', (name, address, words, settings) => {
    const plan = judged({
      [address]: { after: { bucket: 'assets', [name]: 'hidden' }, sensitive: { [name]: true } },
      'aws_s3_bucket_public_access_block.a': { after: { bucket: 'assets', ...settings } },
    })
    expect(unknown(plan)).toEqual([`${address}: ${words} is sensitive and not evaluated.`])
  })

  test.each([
    ['restrict_public_buckets', 'Its Block Public Access for policies'],
    ['ignore_public_acls', 'Its Block Public Access for ACLs'],
  ])('or an unknown %s', (name, words) => {
    const changes = {
      'aws_s3_bucket.a': made({ bucket: 'site' }),
      'aws_s3_bucket_policy.a': {
        after: { bucket: 'site', policy: '{"Statement":[{"Effect":"Allow","Principal":"*","Action":"s3:GetObject"}]}' },
      },
      'aws_s3_bucket_acl.a': { after: { bucket: 'site', acl: 'public-read' } },
      'aws_s3_bucket_public_access_block.a': {
        after: { bucket: 'site', restrict_public_buckets: true, ignore_public_acls: true, [name]: null },
        unknown: { [name]: true },
      },
    }
    const plan = judged(changes, { 'aws_s3_bucket_public_access_block.a': { [name]: somewhere } })
    expect(why(plan)).toEqual([`aws_s3_bucket_public_access_block.a: ${words} isn't known until the plan is applied.`])
  })
})

test('a target group that is not shown may open any target', () => {
  const changes = {
    'aws_lb.a': {
      after: { name: 'front', internal: false, subnets: ['subnet-a'], security_groups: ['sg-web'] },
      unknown: { arn: true },
    },
    'aws_lb_target_group.a': made({ name: 'app', port: 8080, vpc_id: 'vpc-1' }, 'arn'),
    'aws_lb_listener.a': {
      after: { port: 443, protocol: 'HTTPS', default_action: [{ type: 'forward' }] },
      unknown: { load_balancer_arn: true, default_action: [{ target_group_arn: true }] },
    },
  }
  const plan = judged(changes, {
    'aws_lb_listener.a': {
      load_balancer_arn: refersTo('aws_lb.a.arn'),
      default_action: [{ target_group_arn: somewhere }],
    },
  })
  expect(told(plan)).toContain('May open EC2 instances to the internet by load balancer')
  expect(why(plan)).toContain('Not all target groups are known.')
})
