/** Whether a scan could read a resource type. */
import type { FoundScan } from './scan-of.ts'
import type { Question } from './question.ts'

/** `null` without a type, and for types that the scan didn't request. */
export async function statusOf(question: Question, { record }: FoundScan, type: string | undefined) {
  if (type === undefined) return null
  const types = await question.read(({ graphs }) => graphs.coverage(record.id))
  return types.find((each) => each.type === type) ?? null
}
