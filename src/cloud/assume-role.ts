/** Assumes customers' IAM roles, and classifies failures. */
import type { AwsCredentialIdentity } from '@smithy/types'
import {
  type StsEndpoint,
  type AssumeRoleFailure,
  assumeRoleFailure,
  unreadableResponseMessage,
} from './assume-role-failure.ts'
import type { CloudSettings } from './cloud-settings.ts'
import { checkResponses } from './sdk/client.ts'

export type SessionRequest = {
  readonly roleArn: string
  /** `null` omits it. */
  readonly externalId: string | null
  /** 2 to 64 characters of `[\w+=,.@-]`. Visible in the customer's CloudTrail. */
  readonly sessionName: string
  /** Requires `sts:SetSourceIdentity` in the role's trust policy. */
  readonly sourceIdentity: string | null
  /** Default: 3,600, which is also the maximum for a role assumed by a role. */
  readonly durationSeconds?: number
  readonly signal?: AbortSignal
}

export type AssumeRoleOutcome =
  | { readonly kind: 'assumed'; readonly credentials: AwsCredentialIdentity & { readonly expiration: Date } }
  | AssumeRoleFailure

export type RoleAssumer = {
  /** Rejects only when `signal` aborts, with its reason. */
  assume(request: SessionRequest): Promise<AssumeRoleOutcome>
  /** Returns the ARN of the service's own identity in a partition. Rejects with an error whose message is for users. */
  callerArn(partition: string, signal?: AbortSignal): Promise<string>
  close(): void
}

type Sts = typeof import('@aws-sdk/client-sts')
type PartitionClient = {
  readonly sdk: Sts
  readonly client: InstanceType<Sts['STSClient']>
  /** The endpoint for messages. */
  readonly sts: StsEndpoint
}

const maxAttempts = 3

export function roleAssumer(settings: CloudSettings): RoleAssumer {
  const clients = new Map<string, Promise<PartitionClient>>()

  async function createClient(partition: string): Promise<PartitionClient> {
    const sdk = await import('@aws-sdk/client-sts')
    const region = settings.homeRegion(partition)
    const client = new sdk.STSClient({
      region,
      credentials: settings.credentials(partition),
      requestHandler: settings.requestHandler,
      retryMode: 'standard',
      maxAttempts,
      ...(settings.endpoint === null ? {} : { endpoint: settings.endpoint }),
    })
    checkResponses(client)
    return { sdk, client, sts: { endpoint: settings.endpoint ?? `STS in ${region}`, partition } }
  }

  async function clientOf(partition: string): Promise<PartitionClient> {
    const client = clients.get(partition) ?? createClient(partition)
    clients.set(partition, client)
    return client
  }

  return {
    async assume(request) {
      const opened = await clientOf(partitionOfArn(request.roleArn)).catch(withoutClient)
      if ('kind' in opened) return opened
      const { sdk, client, sts } = opened
      const command = new sdk.AssumeRoleCommand({
        RoleArn: request.roleArn,
        RoleSessionName: request.sessionName,
        ...(request.externalId === null ? {} : { ExternalId: request.externalId }),
        ...(request.sourceIdentity === null ? {} : { SourceIdentity: request.sourceIdentity }),
        ...(request.durationSeconds === undefined ? {} : { DurationSeconds: request.durationSeconds }),
      })
      try {
        const answer = await client.send(command, abortedBy(request.signal))
        const { AccessKeyId, SecretAccessKey, SessionToken, Expiration } = answer.Credentials ?? {}
        // An HTML page with status 200 can parse as XML without any of the fields.
        if (!AccessKeyId || !SecretAccessKey || !SessionToken || Expiration === undefined) {
          const status = answer.$metadata.httpStatusCode ?? null
          return { kind: 'unreachable', message: unreadableResponseMessage(sts.endpoint, status) }
        }
        return {
          kind: 'assumed',
          credentials: {
            accessKeyId: AccessKeyId,
            secretAccessKey: SecretAccessKey,
            sessionToken: SessionToken,
            // Converted to this machine's clock. The response shows the difference to STS.
            expiration: new Date(Expiration.getTime() - client.config.systemClockOffset),
          },
        }
      } catch (error) {
        request.signal?.throwIfAborted()
        return explained(assumeRoleFailure(error, sts), request)
      }
    },

    async callerArn(partition, signal) {
      const { sdk, client, sts } = await clientOf(partition)
      const answer = await client
        .send(new sdk.GetCallerIdentityCommand({}), abortedBy(signal))
        .catch((error: unknown) => {
          signal?.throwIfAborted()
          return assumeRoleFailure(error, sts)
        })
      if ('kind' in answer) throw new Error(answer.message)
      if (!answer.Arn) throw new Error(unreadableResponseMessage(sts.endpoint, answer.$metadata.httpStatusCode ?? null))
      return answer.Arn
    },

    close() {
      for (const opened of clients.values())
        void opened.then(
          ({ client }) => client.destroy(),
          () => {},
        )
      clients.clear()
    },
  }
}

/** The configuration lacks a setting that a client of that partition requires, such as a region. */
function withoutClient(error: unknown): AssumeRoleFailure {
  return { kind: 'other', message: error instanceof Error ? error.message : String(error) }
}

/** Returns the second part of an ARN, such as `aws` or `aws-cn`. */
export function partitionOfArn(arn: string): string {
  return arn.split(':')[1] ?? 'aws'
}

function abortedBy(signal: AbortSignal | undefined): { abortSignal?: AbortSignal } {
  return signal === undefined ? {} : { abortSignal: signal }
}

// STS returns the same AccessDenied for a wrong role, external ID, or source identity.
function explained(failure: AssumeRoleFailure, request: SessionRequest): AssumeRoleFailure {
  if (failure.kind !== 'denied' || request.sourceIdentity === null) return failure
  const hint =
    "Check that the role exists under this name, and that its trust policy names this service's principal, has the " +
    "connection's external ID, and also allows sts:SetSourceIdentity."
  return { kind: 'denied', message: `${failure.message.replace(/[.\s]*$/, '.')} ${hint}` }
}
