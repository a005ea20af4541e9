/** Reads from trust policies whose tokens give a role, such as those of the service accounts of an EKS cluster. */
import type { Role } from '@aws-sdk/client-iam'

type Statement = { readonly Effect?: unknown; readonly Principal?: { readonly Federated?: unknown } | string }

/** The issuers of the tokens, as in their URLs without `https://`. They are the names of OIDC providers in IAM. */
export function trustedIssuers({ AssumeRolePolicyDocument: document = '{}' }: Role): readonly string[] {
  const policy = JSON.parse(decodeURIComponent(document)) as { readonly Statement?: Statement | readonly Statement[] }
  const providers = [policy.Statement ?? []]
    .flat()
    .filter(({ Effect }) => Effect === 'Allow')
    .flatMap(({ Principal }) => (typeof Principal === 'object' ? [Principal.Federated].flat() : []))
  return [...new Set(providers.flatMap((arn) => /:oidc-provider\/(.+)$/u.exec(String(arn))?.[1] ?? []))]
}
