/** The three-tier world after a change of each kind, for diagrams of changes. */
import type { World } from '../../src/simulated/world.ts'

const region = 'us-east-1'

/**
 * `worker-3` and the bucket `storefront-exports` were added, `web-6` and the last DB instance were removed, `api-1` is
 * larger, `load-test` was replaced, HTTPS is no longer open to the internet, a cluster is being backed up, and Lambda
 * functions can't be read any more.
 */
export function changedWorld(before: World): World {
  const world = structuredClone(before)
  const [account] = world.accounts
  const data = account?.regions[region]
  const instances = (data?.ec2?.reservations ?? []).flatMap(({ Instances = [] }) => Instances)
  const instance = (name: string) => {
    const found = instances.find(({ Tags = [] }) => Tags.some(({ Key, Value }) => Key === 'Name' && Value === name))
    if (found === undefined) throw new Error(`The world has no instance ${name}`)
    return found
  }
  instance('api-1').InstanceType = 'c7g.2xlarge'
  instance('load-test').InstanceId = 'i-0dd5f2b4c6a8e0f13'
  const removed = instance('web-6').InstanceId
  const worker = structuredClone(instance('worker-2'))
  worker.InstanceId = 'i-0aa2c4e6f8b1d3f57'
  worker.Tags = worker.Tags?.map((tag) => (tag.Key === 'Name' ? { ...tag, Value: 'worker-3' } : tag))

  const reservations = [
    ...(data?.ec2?.reservations ?? []).map((reservation) => ({
      ...reservation,
      Instances: (reservation.Instances ?? []).filter(({ InstanceId }) => InstanceId !== removed),
    })),
    { ReservationId: 'r-0aa2c4e6f8b1d3f57', OwnerId: account?.accountId, Instances: [worker] },
  ]
  const securityGroups = (data?.ec2?.securityGroups ?? []).map((group) =>
    group.GroupName === 'storefront-public-alb'
      ? { ...group, IpPermissions: group.IpPermissions?.filter(({ FromPort }) => FromPort !== 443) }
      : group,
  )
  const clusters = data?.rds?.clusters?.map((cluster) => ({ ...cluster, Status: 'backing-up' }))
  const buckets = [
    ...(account?.global.s3?.buckets ?? []),
    { ...account?.global.s3?.buckets?.[0], Name: 'storefront-exports' },
  ]
  const denial = { actions: ['lambda:ListFunctions'], by: 'identity-based policy', explicit: true } as const
  return {
    ...world,
    accounts: world.accounts.map((each) =>
      each !== account
        ? each
        : {
            ...account,
            denials: [...account.denials, denial],
            global: { ...account.global, s3: { ...account.global.s3, buckets } },
            regions: {
              ...account.regions,
              [region]: {
                ...data,
                ec2: { ...data?.ec2, reservations, securityGroups },
                rds: { ...data?.rds, clusters, instances: data?.rds?.instances?.slice(0, -1) },
              },
            },
          },
    ),
  } as World
}
