import { partitionOf } from '../../references/arn.ts'

/** Returns the ARN of a queue by its URL; `undefined` for other URLs and for runtime expressions. */
export function queueArn(url: string | undefined): string | undefined {
  const match =
    /^https:\/\/(?:sqs\.([a-z0-9-]+)|([a-z0-9-]+)\.queue)\.amazonaws\.[a-z.]+\/(\d{12})\/([\w-]+(?:\.fifo)?)$/.exec(
      url ?? '',
    )
  if (match === null) return undefined
  const region = match[1] ?? match[2] ?? ''
  const [, , , account, name] = match
  return `arn:${partitionOf(region)}:sqs:${region}:${account}:${name}`
}
