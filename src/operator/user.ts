/** `surveyor user`: people who sign in. */
import type { Command } from 'commander'
import { oidcProviderId } from '../../contract/session/oidc-provider-id.ts'
import { answer, type AnswerOptions, jsonOption } from './answer.ts'
import { email as emailArgument } from './operator-arguments.ts'
import type { OperatorContext } from './operator-context.ts'
import { OperatorError } from './operator-error.ts'

export function addUserCommand(program: Command, context: OperatorContext): void {
  const user = program.command('user').description('help people who sign in')

  user
    .command('reset-link')
    .description('print a link by which a person sets a new password; it works once, for 24 hours')
    .argument('<email>', "the person's e-mail address", emailArgument)
    .option(...jsonOption)
    .action((email: string, options: AnswerOptions) => printResetLink(context, email, options))
}

async function printResetLink(context: OperatorContext, email: string, options: AnswerOptions): Promise<void> {
  const path = await context.withSignIn(async (signIn, store) => {
    const person = await store.people.findByEmail(email)
    if (person === null) return null
    // A password would outlive the account at the provider.
    if (context.hasSingleSignOn() && (await store.people.signsInOnlyBy(oidcProviderId, person.id))) {
      throw new OperatorError('CONFLICT', `${email} signs in by single sign-on, and has no password here.`)
    }
    const path = await signIn.resetLink(email)
    for (const { id } of await store.people.organizationsOf(person.id)) {
      const event = { actor: 'operator', action: 'user.reset-link', subject: person.id, details: {} }
      await store.tenant(id, ({ auditEvents }) => auditEvents.append(event))
    }
    return path
  })
  if (path === null) throw new OperatorError('NOT_FOUND', `There is nobody with the address ${email}.`)
  const link = `${context.baseUrl()}${path}`
  answer(context, options, { link }, () => `${link}\n\nIt works once, for 24 hours, and ends all sessions of ${email}.`)
}
