/** Reads settings for which AWS returns an error if they were never set. */
import { classifyFailure } from './classify-failure.ts'

export async function unlessUnset<Answer>(answer: Promise<Answer>, code: string): Promise<Answer | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Error && error.name === code) return undefined
    throw error
  }
}

export async function unlessNotOffered<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer
  } catch (error) {
    if (classifyFailure(error, []).status === 'unavailable') return undefined
    throw error
  }
}
