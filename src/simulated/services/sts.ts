/** STS: the caller's identity, and sessions of roles that trust the caller. */
import type { AssumeRoleRequest } from '@aws-sdk/client-sts'
import { defineService } from '../define-service.ts'
import { ProviderError } from '../provider-error.ts'
import { refusedAction } from '../trust-policy.ts'

const defaultDurationSeconds = 3600
const maximumDurationSeconds = 3600

export const service = defineService(() => import('@aws-sdk/client-sts'), {
  iamPrefix: 'sts',
})({
  GetCallerIdentity: {
    iamAction: null,
    answer: (_input, _data, { caller }) => ({ Account: caller.accountId, Arn: caller.arn, UserId: caller.userId }),
  },

  AssumeRole: {
    parameters: ['RoleArn', 'RoleSessionName', 'ExternalId', 'DurationSeconds', 'SourceIdentity'],
    // The role's trust policy decides here, not an identity policy.
    iamAction: null,
    answer(input, _data, { caller, roles, credentials, now }) {
      const {
        RoleArn: roleArn,
        RoleSessionName: sessionName,
        DurationSeconds: seconds = defaultDurationSeconds,
      } = input
      checkShape(roleArn ?? '', sessionName ?? '', input)
      const role = roles.find(roleArn ?? '')
      const { ExternalId: externalId, SourceIdentity: sourceIdentity } = input
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
        SourceIdentity: input.SourceIdentity,
      }
    },
  },
})

/** The constraints of the AssumeRole API reference. */
function checkShape(roleArn: string, sessionName: string, input: AssumeRoleRequest): void {
  const names = /^[\w+=,.@-]{2,64}$/
  const problem =
    roleArn.length < 20 || !roleArn.startsWith('arn:')
      ? [roleArn, 'roleArn']
      : !names.test(sessionName)
        ? [sessionName, 'roleSessionName']
        : input.ExternalId !== undefined && !/^[\w+=,.@:/-]{2,1224}$/.test(input.ExternalId)
          ? [input.ExternalId, 'externalId']
          : input.SourceIdentity !== undefined && !names.test(input.SourceIdentity)
            ? [input.SourceIdentity, 'sourceIdentity']
            : input.DurationSeconds !== undefined && (input.DurationSeconds < 900 || input.DurationSeconds > 43_200)
              ? [input.DurationSeconds, 'durationSeconds']
              : null
  if (problem === null) return
  const [value, name] = problem
  throw validationError(`1 validation error detected: Value '${value}' at '${name}' failed to satisfy constraint`)
}

function validationError(message: string): ProviderError {
  return new ProviderError('ValidationError', message)
}
