/** Plans workloads with their roles, and their callers: instances, functions, and containers. */
import type { ResourceReference } from '../../../src/graph/resource-graph.ts'
import { accountId, region } from '../../../src/simulated/worlds/three-tier-network.ts'
import { idOf, type Network } from './networks.ts'
import { arn, type Plan, several } from './plan.ts'
import { keyArn, queueArn, type Stores } from './stores.ts'

export type Programs = {
  readonly instances: readonly ResourceReference[]
  readonly functions: readonly ResourceReference[]
}

type Role = ResourceReference & { readonly arn: string }

const otherAccount = '222233334444'
export const functionArn = ({ id }: ResourceReference) => arn('lambda', `function:${id}`)

function planRoles(plan: Plan): (plan: Plan) => Role {
  const own = ['', 'service-role/'].map((path) => {
    const id = `role-${plan.next()}`
    const roleArn = `arn:aws:iam::${accountId}:role/${path}${id}`
    plan.listGlobal('iam', 'roles', { RoleName: id, Arn: roleArn, Path: `/${path}` })
    return { type: 'AWS::IAM::Role', id, arn: roleArn }
  })
  const foreign = `arn:aws:iam::${otherAccount}:role/shared`
  return (planned) => {
    const role = planned.one(own)
    return role === undefined || planned.upTo(5) === 0 ? { type: 'AWS::IAM::Role', id: foreign, arn: foreign } : role
  }
}

/** A global role is found if a resource of the region uses it. */
function relateRole(plan: Plan, source: ResourceReference, { type, id, arn }: Role): void {
  plan.relate(source, 'uses', id === arn ? { type, id } : plan.expect(type, id))
}

export function planPrograms(plan: Plan, networks: readonly Network[], stores: Stores): Programs {
  const roleOf = planRoles(plan)
  const programs = {
    instances: networks.flatMap((network) => planInstances(plan, network, stores, roleOf)),
    functions: planFunctions(plan, networks, stores, roleOf),
  }
  planEventSources(plan, stores, programs)
  planContainers(plan, networks, roleOf)
  planKubernetes(plan, networks, stores, roleOf)
  planEvents(plan, stores, programs)
  return programs
}

function planInstances(plan: Plan, { subnets, groups }: Network, { keys }: Stores, roleOf: (plan: Plan) => Role) {
  return several(plan, 3, () => {
    const subnet = plan.one(subnets)
    if (subnet === undefined) return []
    const instance = plan.expect('AWS::EC2::Instance', plan.id('i'))
    const guards = plan.some(groups)
    const role = plan.chance() ? roleOf(plan) : undefined
    const profile = role && plan.expect('AWS::IAM::InstanceProfile', `profile-${plan.next()}`)
    const profileArn = profile && `arn:aws:iam::${accountId}:instance-profile/${profile.id}`
    if (role !== undefined && profile !== undefined) {
      const Roles = [{ RoleName: role.id }]
      plan.listGlobal('iam', 'instanceProfiles', { InstanceProfileName: profile.id, Arn: profileArn, Roles })
      relateRole(plan, profile, role)
    }
    plan.list('ec2', 'reservations', {
      Instances: [
        {
          InstanceId: instance.id,
          SubnetId: subnet.id,
          SecurityGroups: guards.map(({ id }) => ({ GroupId: id })),
          ...(profileArn !== undefined && { IamInstanceProfile: { Arn: profileArn } }),
        },
      ],
    })
    plan.relate(instance, 'contained in', subnet)
    plan.relate(instance, 'associated with', ...guards)
    plan.relate(instance, 'uses', profile)
    several(plan, 2, () => {
      const volume = plan.expect('AWS::EC2::Volume', plan.id('vol'))
      const used = plan.one([undefined, ...keys])
      const Attachments = [{ InstanceId: instance.id, State: 'attached' }]
      plan.list('ec2', 'volumes', { VolumeId: volume.id, Attachments, KmsKeyId: keyArn(used) })
      plan.relate(volume, 'attached to', instance)
      plan.relate(volume, 'uses', used)
    })
    return [instance]
  }).flat()
}

function planFunctions(plan: Plan, networks: readonly Network[], stores: Stores, roleOf: (plan: Plan) => Role) {
  return several(plan, 5, () => {
    const found = plan.expect('AWS::Lambda::Function', `function-${plan.next()}`)
    const network = plan.one([undefined, ...networks])
    const [at, guards] = [plan.some(network?.subnets ?? []), plan.some(network?.groups ?? [])]
    const role = roleOf(plan)
    const deadLetters = plan.one([undefined, ...stores.queues])
    const [queues, topics, buckets] = [plan.some(stores.queues), plan.some(stores.topics), plan.some(stores.buckets)]
    plan.list('lambda', 'functions', {
      FunctionName: found.id,
      FunctionArn: functionArn(found),
      Role: role.arn,
      ...(network !== undefined && {
        VpcConfig: { VpcId: network.vpc.id, SubnetIds: at.map(idOf), SecurityGroupIds: guards.map(idOf) },
      }),
      ...(deadLetters !== undefined && { DeadLetterConfig: { TargetArn: queueArn(deadLetters) } }),
      Environment: {
        Variables: {
          ...namedIn('QUEUE', queues, ({ id }) => `https://sqs.${region}.amazonaws.com/${accountId}/${id}`),
          ...namedIn('TOPIC', topics, idOf),
          ...namedIn('BUCKET', buckets, ({ id }) => `arn:aws:s3:::${id}/incoming`),
          LEVEL: 'debug',
        },
      },
    })
    if (network !== undefined) plan.relate(found, 'contained in', network.vpc)
    plan.relate(found, 'attached to', ...at)
    plan.relate(found, 'associated with', ...guards)
    plan.relate(found, 'uses', ...queues, ...topics, ...buckets)
    relateRole(plan, found, role)
    plan.relate(found, 'routes to', deadLetters)
    return found
  })
}

function namedIn(name: string, items: readonly ResourceReference[], text: (item: ResourceReference) => string) {
  return Object.fromEntries(items.map((item, place) => [`${name}_${place}`, text(item)]))
}

function planEventSources(plan: Plan, { queues, topics, tables, streams }: Stores, { functions }: Programs): void {
  const sources = [
    ...queues.map((source) => ({ source, text: queueArn(source) })),
    ...streams.map((source) => ({ source, text: arn('kinesis', `stream/${source.id}`) })),
    ...tables.map((source) => ({ source, text: arn('dynamodb', `table/${source.id}/stream/2026-01-01T00:00:00.000`) })),
  ]
  for (const to of functions) {
    for (const { source, text } of plan.some(sources)) {
      const mapping = plan.expect('AWS::Lambda::EventSourceMapping', `mapping-${plan.next()}`)
      const version = plan.chance() ? ':live' : ''
      const FunctionArn = `${functionArn(to)}${version}`
      plan.list('lambda', 'eventSourceMappings', { UUID: mapping.id, EventSourceArn: text, FunctionArn })
      plan.relate(mapping, 'subscribes to', source)
      plan.relate(mapping, 'invokes', to)
    }
    for (const topic of plan.some(topics)) {
      const subscription = plan.expect('AWS::SNS::Subscription', `${topic.id}:${plan.next()}`)
      const ends = { Protocol: 'lambda', TopicArn: topic.id, Endpoint: functionArn(to) }
      plan.list('sns', 'subscriptions', { SubscriptionArn: subscription.id, ...ends })
      plan.relate(subscription, 'subscribes to', topic)
      plan.relate(subscription, 'invokes', to)
    }
  }
}

function planContainers(plan: Plan, networks: readonly Network[], roleOf: (plan: Plan) => Role): void {
  several(plan, 2, () => {
    const name = `cluster-${plan.next()}`
    const cluster = plan.expect('AWS::ECS::Cluster', arn('ecs', `cluster/${name}`))
    plan.list('ecs', 'clusters', { clusterArn: cluster.id, clusterName: name })
    // An unused revision isn't requested.
    const definitions = several(plan, 2, () => {
      const family = `task-${plan.next()}`
      const role = roleOf(plan)
      const id = arn('ecs', `task-definition/${family}:1`)
      plan.list('ecs', 'taskDefinitions', { taskDefinitionArn: id, family, revision: 1, taskRoleArn: role.arn })
      return { id, type: 'AWS::ECS::TaskDefinition', role }
    })
    several(plan, 12, () => {
      const service = plan.expect('AWS::ECS::Service', arn('ecs', `service/${name}/service-${plan.next()}`))
      const [network, runs] = [plan.one([undefined, ...networks]), plan.one(definitions)]
      const [at, guards] = [plan.some(network?.subnets ?? []), plan.some(network?.groups ?? [])]
      plan.list('ecs', 'services', {
        serviceArn: service.id,
        clusterArn: cluster.id,
        taskDefinition: runs?.id,
        networkConfiguration: { awsvpcConfiguration: { subnets: at.map(idOf), securityGroups: guards.map(idOf) } },
      })
      plan.relate(service, 'contained in', cluster)
      plan.relate(service, 'attached to', ...at)
      plan.relate(service, 'associated with', ...guards)
      if (runs === undefined) return
      plan.relate(service, 'uses', plan.expect(runs.type, runs.id))
      relateRole(plan, runs, runs.role)
    })
  })
}

function planKubernetes(plan: Plan, networks: readonly Network[], { keys }: Stores, roleOf: (plan: Plan) => Role) {
  for (const { vpc, subnets, groups } of networks) {
    several(plan, 1, () => {
      const cluster = plan.expect('AWS::EKS::Cluster', `kubernetes-${plan.next()}`)
      const [at, guards, used, role] = [plan.some(subnets), plan.some(groups), plan.one(keys), roleOf(plan)]
      plan.list('eks', 'clusters', {
        name: cluster.id,
        roleArn: role.arn,
        resourcesVpcConfig: { vpcId: vpc.id, subnetIds: at.map(idOf), securityGroupIds: guards.map(idOf) },
        ...(used !== undefined && { encryptionConfig: [{ provider: { keyArn: keyArn(used) } }] }),
      })
      plan.relate(cluster, 'contained in', vpc)
      plan.relate(cluster, 'attached to', ...at)
      plan.relate(cluster, 'associated with', ...guards)
      plan.relate(cluster, 'uses', used)
      relateRole(plan, cluster, role)
      planMembers(plan, cluster, at, roleOf)
    })
  }
}

function planMembers(
  plan: Plan,
  cluster: ResourceReference,
  at: readonly ResourceReference[],
  roleOf: (plan: Plan) => Role,
) {
  const member = (type: string, list: string, nameKey: string, item: (role: Role) => object, subnets: boolean) =>
    several(plan, 2, () => {
      const name = `member-${plan.next()}`
      const found = plan.expect(type, `${cluster.id}/${name}`)
      const role = roleOf(plan)
      plan.list('eks', list, { clusterName: cluster.id, [nameKey]: name, ...item(role) })
      plan.relate(found, 'contained in', cluster)
      relateRole(plan, found, role)
      if (subnets) plan.relate(found, 'attached to', ...at)
    })
  const subnets = at.map(idOf)
  member('AWS::EKS::Nodegroup', 'nodegroups', 'nodegroupName', ({ arn: nodeRole }) => ({ nodeRole, subnets }), true)
  member(
    'AWS::EKS::FargateProfile',
    'fargateProfiles',
    'fargateProfileName',
    (role) => ({ podExecutionRoleArn: role.arn, subnets }),
    true,
  )
  member('AWS::EKS::Addon', 'addons', 'addonName', (role) => ({ serviceAccountRoleArn: role.arn }), false)
}

function planEvents(plan: Plan, { queues, topics, keys }: Stores, { functions }: Programs): void {
  // Every region has it.
  const defaultBus = plan.expect('AWS::Events::EventBus', 'default')
  const own = several(plan, 2, () => {
    const bus = plan.expect('AWS::Events::EventBus', `bus-${plan.next()}`)
    const used = plan.one([undefined, ...keys])
    const Arn = arn('events', `event-bus/${bus.id}`)
    plan.list('eventBridge', 'eventBuses', { Name: bus.id, Arn, KmsKeyIdentifier: keyArn(used) })
    plan.relate(bus, 'uses', used)
    return bus
  })
  const targets = [
    ...functions.map((target) => ({ target, text: functionArn(target) })),
    ...queues.map((target) => ({ target, text: queueArn(target) })),
    ...topics.map((target) => ({ target, text: target.id })),
  ]
  for (const bus of [defaultBus, ...own]) {
    several(plan, 3, () => {
      const name = `rule-${plan.next()}`
      const rule = plan.expect('AWS::Events::Rule', bus === defaultBus ? name : `${bus.id}/${name}`)
      const Arn = arn('events', `rule/${rule.id}`)
      const invoked = plan.some(targets)
      plan.list('eventBridge', 'rules', { Name: name, Arn, EventBusName: bus.id })
      plan.put(
        'eventBridge',
        'targets',
        Arn,
        invoked.map(({ text }, place) => ({ Id: `${place}`, Arn: text })),
      )
      plan.relate(rule, 'contained in', bus)
      plan.relate(rule, 'invokes', ...invoked.map(({ target }) => target))
    })
  }
}
