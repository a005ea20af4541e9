/** A `fetch` through the proxies of the environment, with additional certificate authorities. */
import { readFileSync } from 'node:fs'
import { rootCertificates } from 'node:tls'
import { EnvHttpProxyAgent, fetch } from 'undici'
import type { Fetch } from './client/index.ts'
import type { Environment } from './terminal/terminal.ts'

export function proxyingFetch(environment: Environment, certificates: string | null): Fetch {
  const tls =
    certificates === null ? {} : { ca: [...rootCertificates, ...extraCertificates(environment), certificates] }
  // Reads HTTP_PROXY, HTTPS_PROXY, and NO_PROXY, also in lower case.
  const dispatcher = new EnvHttpProxyAgent({ connect: tls, requestTls: tls, proxyTls: tls })
  return (url, init) => fetch(url, { ...init, dispatcher })
}

/** A list of authorities replaces Node's own, which include these. */
function extraCertificates(environment: Environment): readonly string[] {
  const path = environment['NODE_EXTRA_CA_CERTS']
  if (path === undefined || path === '') return []
  try {
    return [readFileSync(path, 'utf8')]
  } catch {
    // Node has warned about it at the start.
    return []
  }
}
