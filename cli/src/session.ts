/** What every command works with: the client, the terminal, and the progress on it. */
import type { SurveyorClient } from './client/index.ts'
import { connect } from './connection.ts'
import type { ConnectionOptions } from './connection.ts'
import { createProgress } from './terminal/progress.ts'
import type { Progress } from './terminal/progress.ts'
import type { Terminal } from './terminal/terminal.ts'

export type CommonOptions = ConnectionOptions & { readonly quiet?: boolean }

export type Session = { readonly client: SurveyorClient; readonly terminal: Terminal; readonly progress: Progress }

/** Runs a command, and removes its progress bar in any case. */
export async function withSession<Result>(
  options: CommonOptions,
  terminal: Terminal,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const progress = createProgress(terminal, { quiet: options.quiet === true })
  let lastReason = ''
  const client = await connect(options, terminal, (reason) => {
    if (reason !== lastReason) progress.note(`${reason} Retrying for up to ${options.retryFor} s.`)
    lastReason = reason
  })
  try {
    return await work({ client, terminal, progress })
  } finally {
    progress.end()
  }
}
