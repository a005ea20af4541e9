/** Answers one call of a tool. Errors are answers too, in the words and codes of the API. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import { ApiError, errorBody, validationError } from '../http/api-error.ts'
import { toApiError } from '../http/error-response.ts'
import { createValidator, type Validated } from '../http/validator.ts'
import type { AgentTool } from './agent-tool.ts'
import type { Question } from './question.ts'
import { tools } from './tools.ts'

type Callable = { readonly tool: AgentTool; readonly validate: (input: unknown) => Validated }

const callables: ReadonlyMap<string, Callable> = new Map(
  tools.map((tool) => [tool.name, { tool, validate: createValidator('body', tool.input) }]),
)

/** `null` for an unknown tool. `report` gets the internal reason of an unexpected error. */
export async function callTool(
  name: string,
  input: unknown,
  question: Question,
  report: (error: unknown) => void,
): Promise<CallToolResult | null> {
  const callable = callables.get(name)
  if (callable === undefined) return null
  try {
    return resultOf(await answer(callable, input, question))
  } catch (error) {
    if (question.signal.aborted) throw error
    const publicError = toApiError(error)
    if (publicError.code === 'INTERNAL_ERROR') report(error)
    return { isError: true, content: [{ type: 'text', text: JSON.stringify(errorBody(publicError)) }] }
  }
}

async function answer({ tool, validate }: Callable, input: unknown, question: Question) {
  if (!question.scopes.includes(tool.scope)) {
    throw new ApiError('FORBIDDEN', `The caller doesn't have the scope "${tool.scope}".`)
  }
  const validated = validate(input ?? {})
  if ('details' in validated) throw validationError(validated.details)
  return tool.answer(validated.value, question)
}

/** The text is the data again, for clients that don't read structured content. */
function resultOf({ data, image }: Awaited<ReturnType<AgentTool['answer']>>): CallToolResult {
  const text = { type: 'text', text: JSON.stringify(data) } as const
  const structuredContent = data as Record<string, unknown>
  if (image === undefined) return { content: [text], structuredContent }
  const { bytes, mediaType: mimeType } = image
  const shown = { type: 'image', data: Buffer.from(bytes).toString('base64'), mimeType } as const
  return { content: [shown, text], structuredContent }
}
