/** Sets the user agent, so that CloudTrail shows which calls are from Surveyor. */
import type { BuildMiddleware, HttpRequest } from '@smithy/types'
import type { WithMiddleware } from './middleware.ts'

const userAgent = 'surveyor aws-sdk-js/3 lang/js'

const named: BuildMiddleware<object, object> = (next) => (args) => {
  const request = args.request as HttpRequest
  request.headers['user-agent'] = userAgent
  return next(args)
}

/** Replaces the SDK's own text, which is built again for every call. */
export function nameUserAgent(client: WithMiddleware): void {
  client.middlewareStack.remove('getUserAgentMiddleware')
  client.middlewareStack.add(named as never, { name: 'userAgentMiddleware', step: 'build', priority: 'low' })
}
