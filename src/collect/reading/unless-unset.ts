/** Reads settings for which AWS returns an error if they were never set. */

export async function unlessUnset<Answer>(answer: Promise<Answer>, code: string): Promise<Answer | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Error && error.name === code) return undefined
    throw error
  }
}
