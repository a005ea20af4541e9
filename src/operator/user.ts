/** `surveyor user`: people who sign in. */
import type { Command } from 'commander'
import { oidcProviderId } from '../../contract/session/oidc-provider-id.ts'
import { answer, type AnswerOptions, jsonOption } from './answer.ts'
import { email as emailArgument, subject as subjectArgument } from './operator-arguments.ts'
import type { OperatorContext } from './operator-context.ts'
import { OperatorError } from './operator-error.ts'

type LinkOptions = AnswerOptions & { readonly subject: string }

export function addUserCommand(program: Command, context: OperatorContext): void {
  const user = program.command('user').description('help people who sign in')

  user
    .command('reset-link')
    .description('print a link by which a person sets a new password; it works once, for 24 hours')
    .argument('<email>', "the person's e-mail address", emailArgument)
    .option(...jsonOption)
    .action((email: string, options: AnswerOptions) => printResetLink(context, email, options))

  user
    .command('link-sign-on')
    .description(
      'let who a subject of the provider of single sign-on is sign in as a person, and no other subject any longer; make sure first that they are the same',
    )
    .argument('<email>', "the person's e-mail address here", emailArgument)
    .requiredOption(
      '--subject <sub>',
      'who the person is at OIDC_ISSUER: the "sub" there, as the audit log has it of a refused sign-in',
      subjectArgument,
    )
    .option(...jsonOption)
    .action((email: string, options: LinkOptions) => linkSignOn(context, email, options))
}

async function linkSignOn(context: OperatorContext, email: string, options: LinkOptions): Promise<void> {
  const { subject } = options
  const issuer = context.signOnIssuer()
  if (issuer === null) throw new OperatorError('CONFLICT', 'Single sign-on is not set up: set OIDC_ISSUER first.')
  await context.withStore(async (store) => {
    const person = await store.people.findByEmail(email)
    if (person === null) throw new OperatorError('NOT_FOUND', `There is nobody with the address ${email}.`)
    if (!(await store.signOnCredentials.replace(person.id, { provider: oidcProviderId, issuer, subject }))) {
      throw new OperatorError('CONFLICT', `The subject ${subject} signs in as somebody else already.`)
    }
    for (const { id } of await store.people.organizationsOf(person.id)) {
      const details = { issuer, subject }
      const event = { actor: 'operator', action: 'user.sign-on-link', subject: person.id, details }
      await store.tenant(id, ({ auditEvents }) => auditEvents.append(event))
    }
  })
  answer(
    context,
    options,
    { email, issuer, subject },
    () => `${subject} of ${issuer} signs in as ${email} from now on.`,
  )
}

async function printResetLink(context: OperatorContext, email: string, options: AnswerOptions): Promise<void> {
  const path = await context.withSignIn(async (signIn, store) => {
    const person = await store.people.findByEmail(email)
    if (person === null) return null
    // A password would outlive the account at the provider.
    if (context.signOnIssuer() !== null && (await store.people.signsInOnlyBy(oidcProviderId, person.id))) {
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
