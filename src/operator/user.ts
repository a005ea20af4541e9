/** `surveyor user`: creates password reset links, and links SSO identities of users. */
import type { Command } from 'commander'
import { oidcProviderId } from '../../contract/session/oidc-provider-id.ts'
import { printResult, type OutputOptions, jsonOption } from './command-output.ts'
import { email as emailArgument, subject as subjectArgument } from './operator-arguments.ts'
import type { OperatorContext } from './operator-context.ts'
import { OperatorError } from './operator-error.ts'

type LinkOptions = OutputOptions & { readonly subject: string }

export function addUserCommand(program: Command, context: OperatorContext): void {
  const user = program.command('user').description('reset passwords and link SSO')

  user
    .command('reset-link')
    .description('print a one-time password reset link (valid 24 hours)')
    .argument('<email>', 'email of the user', emailArgument)
    .option(...jsonOption)
    .action((email: string, options: OutputOptions) => printResetLink(context, email, options))

  user
    .command('link-sign-on')
    .description(
      'link an SSO subject to a user, in place of any earlier one; confirm with the user first that the subject is theirs',
    )
    .argument('<email>', 'email of the user', emailArgument)
    .requiredOption(
      '--subject <sub>',
      'the user\'s "sub" at OIDC_ISSUER; the audit log has it for failed sign-ins',
      subjectArgument,
    )
    .option(...jsonOption)
    .action((email: string, options: LinkOptions) => linkSignOn(context, email, options))
}

async function linkSignOn(context: OperatorContext, email: string, options: LinkOptions): Promise<void> {
  const { subject } = options
  const issuer = context.signOnIssuer()
  if (issuer === null)
    throw new OperatorError('CONFLICT', "Single sign-on (SSO) isn't configured. Set OIDC_ISSUER first.")
  await context.withStore(async (store) => {
    const person = await store.people.findByEmail(email)
    if (person === null) throw new OperatorError('NOT_FOUND', `No user has the email ${email}.`)
    if (!(await store.signOnCredentials.replace(person.id, { provider: oidcProviderId, issuer, subject }))) {
      throw new OperatorError('CONFLICT', `The subject ${subject} is already linked to another user.`)
    }
    for (const { id } of await store.people.organizationsOf(person.id)) {
      const details = { issuer, subject }
      const event = { actor: 'operator', action: 'user.sign-on-link', subject: person.id, details }
      await store.tenant(id, ({ auditEvents }) => auditEvents.append(event))
    }
  })
  printResult(context, options, { email, issuer, subject }, () => `Linked ${subject} of ${issuer} to ${email}.`)
}

async function printResetLink(context: OperatorContext, email: string, options: OutputOptions): Promise<void> {
  const path = await context.withSignIn(async (signIn, store) => {
    const person = await store.people.findByEmail(email)
    if (person === null) return null
    // A password would still work after the SSO provider has removed the user.
    if (context.signOnIssuer() !== null && (await store.people.signsInOnlyBy(oidcProviderId, person.id))) {
      throw new OperatorError('CONFLICT', `${email} signs in with SSO and has no password.`)
    }
    const path = await signIn.resetLink(email)
    for (const { id } of await store.people.organizationsOf(person.id)) {
      const event = { actor: 'operator', action: 'user.reset-link', subject: person.id, details: {} }
      await store.tenant(id, ({ auditEvents }) => auditEvents.append(event))
    }
    return path
  })
  if (path === null) throw new OperatorError('NOT_FOUND', `No user has the email ${email}.`)
  const link = `${context.baseUrl()}${path}`
  printResult(
    context,
    options,
    { link },
    () => `${link}\n\nThe link works once, for 24 hours, and signs ${email} out everywhere.`,
  )
}
