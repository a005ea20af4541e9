import type { IAMClient, Role } from '@aws-sdk/client-iam'
import { defineService, globalRegions } from '../../../cloud/service.ts'
import { type CallContext, defineCollector } from '../../collector.ts'
import { tagRecord } from '../../properties/tags.ts'
import type { Place } from '../../references/arn.ts'
import type { IdsOfType, NameTable } from '../../references/name-table.ts'
import type { RelationRule } from '../../relation-rule.ts'
import { secret } from '../secretsmanager/secret.ts'
import { accessNames } from './access-names.ts'
import { accessRules, type AccessVerb } from './access-rules.ts'
import { accessOf, type Origin, type RoleAccess } from './policy-access.ts'
import { readRolePolicies, type RolePolicies } from './role-policies.ts'

export const iam = defineService(
  'iam',
  () => import('@aws-sdk/client-iam'),
  (sdk) => sdk.IAMClient,
  globalRegions,
)

type Context = CallContext<typeof import('@aws-sdk/client-iam'), IAMClient>
type Directory = Place & { readonly resourcesNamed: NameTable; readonly idsOfType: IdsOfType }

const accessVerbs: readonly AccessVerb[] = ['reads from', 'writes to', 'invokes']

/** `policies`: `undefined` if they couldn't be read. */
type DescribedRole = { readonly role: Role; readonly policies: RolePolicies | undefined }

/** Collects the roles that the region's resources use. Only access to resources by their names, or by how few names begin, is stored from policies. */
export const role = defineCollector({
  type: 'AWS::IAM::Role',
  count: 'roles',
  scope: 'global',
  keep: 'pointed to',
  permissions: ['iam:ListRoles', 'iam:GetAccountAuthorizationDetails'],
  service: iam,
  names: accessNames,
  pages: listRoles,
  items: withPolicies,
  resource: ({ role, policies }, context) => {
    const broadAccess = policies && accessFor(policies, context).broad
    return {
      id: role.RoleName,
      arn: role.Arn,
      name: role.RoleName,
      tags: tagRecord(role.Tags),
      properties: {
        description: role.Description,
        path: role.Path,
        created: role.CreateDate?.toISOString(),
        maxSessionSeconds: role.MaxSessionDuration,
        broad: broadAccess && broadAccess.length > 0,
        // The same for most roles: none.
        broadAccess: broadAccess?.length === 0 ? undefined : broadAccess,
      },
    }
  },
  relations: [
    ...accessRelations('inline', 'RoleDetailList[].RolePolicyList[].PolicyDocument'),
    ...accessRelations('attached', 'Policies[].PolicyVersionList[].Document'),
  ],
})

type RolePage = {
  readonly roles: readonly Role[]
  /** The policies of all roles. */
  readonly policies: Promise<ReadonlyMap<string, RolePolicies>>
}

async function* listRoles({ sdk, client }: Context): AsyncGenerator<RolePage> {
  const policies = readRolePolicies(
    sdk.paginateGetAccountAuthorizationDetails(
      { client, pageSize: 1000 },
      { Filter: ['Role', 'LocalManagedPolicy', 'AWSManagedPolicy'] },
    ),
  )
  // Without roles, nothing awaits this promise, so a rejection is handled here.
  policies.catch(() => {})
  for await (const { Roles: roles = [] } of sdk.paginateListRoles({ client, pageSize: 1000 }, {})) {
    yield { roles, policies }
  }
}

function withPolicies({ roles, policies }: RolePage, { each }: Context): Promise<readonly DescribedRole[]> {
  return each(
    roles,
    async (role): Promise<DescribedRole> => ({
      role,
      policies: (await policies).get(role.RoleName ?? '') ?? { policies: [], boundary: null },
    }),
    { listed: (role): DescribedRole => ({ role, policies: undefined }), listIsEnough: true },
  )
}

function accessRelations(origin: Origin, field: string) {
  return accessVerbs.map((verb): RelationRule<DescribedRole, Directory> => ({
    verb,
    types: accessRules.filter((rule) => rule.verb === verb).map(({ type }) => type),
    field: `iam:GetAccountAuthorizationDetails ${field}`,
    basis: 'permitted',
    references: ({ policies }, context) =>
      policies === undefined
        ? []
        : accessFor(policies, context)
            .access.filter((access) => access.verb === verb && access.origin === origin)
            .map(({ target }) => target),
  }))
}

const known = new WeakMap<RolePolicies, RoleAccess>()

/** Computed once for each role, although several rules use it. */
function accessFor(role: RolePolicies, { region, accountNumber, resourcesNamed, idsOfType }: Directory): RoleAccess {
  const secretNamed = (name: string) => resourcesNamed(name).find(({ type }) => type === secret.type)?.id
  const place = { region, accountNumber, secretNamed, idsOfType }
  const access = known.get(role) ?? accessOf(role.policies, role.boundary, place)
  known.set(role, access)
  return access
}
