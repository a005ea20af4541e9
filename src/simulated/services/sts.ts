/** STS: the caller's identity, and sessions of roles that trust the caller. */
import type { AssumeRoleRequest } from '@aws-sdk/client-sts'
import { defineService } from '../define-service.ts'
import { ProviderError } from '../provider-error.ts'
import { refusedAction } from '../trust-policy.ts'

/** The maximum session duration of new roles. */
const maximumDurationSeconds = 3600

export const service = defineService(
  'sts',
  () => import('@aws-sdk/client-sts'),
)({
  GetCallerIdentity: {
    iamAction: null,
    answer: (_input, _data, { caller }) => ({ Account: caller.accountId, Arn: caller.arn, UserId: caller.userId }),
  },

  AssumeRole: {
    parameters: ['RoleArn', 'RoleSessionName', 'ExternalId', 'DurationSeconds', 'SourceIdentity'],
    // The role's trust policy decides here, not an identity policy.
    iamAction: null,
    answer(input, _data, { caller, roles, credentials, now }) {
      checkShape(input)
      const { RoleArn: roleArn = '', RoleSessionName: sessionName, DurationSeconds: seconds = 3600 } = input
      const { ExternalId: externalId, SourceIdentity: sourceIdentity } = input
      const role = roles.find(roleArn)
      const refusal =
        role === undefined ? 'sts:AssumeRole' : refusedAction(role.trustPolicy, { caller, externalId, sourceIdentity })
      if (role === undefined || refusal !== null) {
        throw new ProviderError(
          'AccessDenied',
          `User: ${caller.arn} is not authorized to perform: ${refusal} on resource: ${roleArn}`,
          403,
        )
      }
      if (seconds > maximumDurationSeconds) {
        throw validationError('The requested DurationSeconds exceeds the MaxSessionDuration set for this role.')
      }
      const [, partition, , , accountId = ''] = role.roleArn.split(':')
      const session = {
        accountId,
        arn: `arn:${partition}:sts::${accountId}:assumed-role/${role.roleArn.split('/').at(-1)}/${sessionName}`,
        userId: `${role.roleId}:${sessionName}`,
        roleArn: role.roleArn,
      }
      const Expiration = new Date(now() + seconds * 1000)
      const issued = credentials.issueSession(session, Expiration)
      return {
        AssumedRoleUser: { Arn: session.arn, AssumedRoleId: session.userId },
        Credentials: {
          AccessKeyId: issued.accessKeyId,
          SecretAccessKey: issued.secretAccessKey,
          SessionToken: issued.session?.token,
          Expiration,
        },
        SourceIdentity: sourceIdentity,
      }
    },
  },
})

/** The constraints of the AssumeRole API reference. */
function checkShape(input: AssumeRoleRequest): void {
  const { RoleArn = '', RoleSessionName = '', ExternalId, SourceIdentity, DurationSeconds = 3600 } = input
  const names = /^[\w+=,.@-]{2,64}$/
  const problems = {
    roleArn: RoleArn.length < 20 || !RoleArn.startsWith('arn:'),
    roleSessionName: !names.test(RoleSessionName),
    externalId: ExternalId !== undefined && !/^[\w+=,.@:/-]{2,1224}$/.test(ExternalId),
    sourceIdentity: SourceIdentity !== undefined && !names.test(SourceIdentity),
    durationSeconds: DurationSeconds < 900 || DurationSeconds > 43_200,
  }
  const [name] = Object.entries(problems).find(([, isWrong]) => isWrong) ?? []
  if (name === undefined) return
  throw validationError(`1 validation error detected: Value at '${name}' failed to satisfy constraint`)
}

function validationError(message: string): ProviderError {
  return new ProviderError('ValidationError', message)
}
