/** `surveyor user`: people who sign in. */
import type { Command } from 'commander'
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
    const path = await signIn.resetLink(email)
    const person = path === null ? null : await store.people.findByEmail(email)
    for (const { id } of person === null ? [] : await store.people.organizationsOf(person.id)) {
      const event = { actor: 'operator', action: 'user.reset-link', subject: person?.id ?? '', details: {} }
      await store.tenant(id, ({ auditEvents }) => auditEvents.append(event))
    }
    return path
  })
  if (path === null) throw new OperatorError('NOT_FOUND', `There is nobody with the address ${email}.`)
  const link = `${context.baseUrl()}${path}`
  answer(context, options, { link }, () => `${link}\n\nIt works once, for 24 hours, and ends all sessions of ${email}.`)
}
