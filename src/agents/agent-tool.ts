/** Declares a tool for agents: its question, the schemas of input and answer, and what answers it. */
import type { Static, TObject } from 'typebox'
import type { Scope } from '../store/scope.ts'
import type { Question } from './question.ts'

export type ToolAnswer<Data> = {
  readonly data: Data
  /** Shown beside the data. */
  readonly image?: { readonly bytes: Uint8Array; readonly mediaType: string }
}

type Described<Input extends TObject, Output extends TObject> = {
  readonly name: string
  /** For the agent, which chooses by it. No words of others. */
  readonly description: string
  /** Tools with the scope `read` change nothing. */
  readonly scope: Scope
  readonly input: Input
  /** In place of the API's longer descriptions of inputs. `null`: none. */
  readonly hints?: { readonly [Field in keyof Input['properties']]?: string | null }
  readonly output: Output
}

export type AgentTool = Described<TObject, TObject> & {
  answer(input: unknown, question: Question): Promise<ToolAnswer<unknown>>
}

export function agentTool<Input extends TObject, Output extends TObject>(
  tool: Described<Input, Output> & {
    answer(input: Static<Input>, question: Question): Promise<ToolAnswer<Static<Output>>>
  },
): AgentTool {
  return tool
}
