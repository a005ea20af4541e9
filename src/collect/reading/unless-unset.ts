/** For settings that the provider answers by an error where they were never made. */

export async function unlessUnset<Answer>(answer: Promise<Answer>, code: string): Promise<Answer | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Error && error.name === code) return undefined
    throw error
  }
}
