import { partitionOf } from '../../references/arn.ts'

/** The ARN of the queue that a URL names; `undefined` for other URLs and for expressions that only a run fills in. */
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
