/**
 * Proxies of self-hosted runners. Node.js 24 has support for `HTTP_PROXY`, `HTTPS_PROXY`, and `NO_PROXY` in its `fetch`, and
 * turns it on only at its start. So the action starts itself again if it needs that.
 */
import { spawn } from 'node:child_process'
import { proxyVariables } from '../../cli/src/connection.ts'
import type { Environment } from '../../cli/src/terminal/terminal.ts'

const switchedOn = 'NODE_USE_ENV_PROXY'

export function needsRestart(environment: Environment): boolean {
  return environment[switchedOn] !== '1' && proxyVariables.some((name) => (environment[name] ?? '') !== '')
}

/** Resolves with the exit code. A cancelled job ends both processes. */
export function restart(program: string, environment: Environment): Promise<number> {
  const env = { ...environment, [switchedOn]: '1' }
  const child = spawn(process.execPath, [program], { env, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void child.kill(signal))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
}

/** For parts that would bring a proxy of their own. */
export function withoutProxies(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !proxyVariables.includes(name)))
}
