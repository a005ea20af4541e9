/** Reads the request for a share link: its token, format, and options. Unknown parameters are ignored, as caches add some. */
import { type DiagramTheme, diagramThemes } from '../../contract/diagram.ts'

export type ShareFormat = 'html' | 'svg' | 'png'

export type ShareRequest = {
  /** May be malformed. */
  readonly token: string
  readonly format: ShareFormat
  readonly theme: DiagramTheme
  /** PNG only. */
  readonly scale: 1 | 2
  readonly stamp: boolean
  /** What is wrong with the options. `null`: nothing. */
  readonly problem: string | null
}

/** `name`: the last part of the path, for example `svy_share_….svg`. */
export function readShareRequest(name: string, query: Readonly<Record<string, unknown>>): ShareRequest {
  const [, token = '', extension] = /^([^.]*)(?:\.(svg|png))?$/.exec(name) ?? []
  const { theme = 'light', scale = '1', stamp = 'false' } = query
  const knownTheme = diagramThemes.find((known) => known === theme)
  const problems = [
    ...(knownTheme === undefined ? ['theme must be light or dark'] : []),
    ...(scale === '1' || scale === '2' ? [] : ['scale must be 1 or 2']),
    ...(stamp === 'true' || stamp === 'false' ? [] : ['stamp must be true or false']),
  ]
  return {
    token,
    format: extension === 'svg' || extension === 'png' ? extension : 'html',
    theme: knownTheme ?? 'light',
    scale: scale === '2' ? 2 : 1,
    stamp: stamp === 'true',
    problem: problems.length === 0 ? null : `The options aren't valid: ${problems.join('; ')}.`,
  }
}
