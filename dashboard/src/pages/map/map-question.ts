/** Questions about a diagram and about its selected box. */
import type { PlacedBox } from './placed-diagram.ts'

/** About the whole diagram. */
export const diagramQuestions = [
  { id: 'public', text: 'Public' },
  { id: 'ports', text: 'Open ports' },
  { id: 'unread', text: 'Not read' },
  { id: 'changed', text: 'Changed' },
  { id: 'unused', text: 'Unused' },
] as const

/** About the selected box. */
export const boxQuestions = [
  { id: 'users', text: 'Who uses it' },
  { id: 'uses', text: 'What it uses' },
  { id: 'impact', text: 'What breaks without it' },
  { id: 'reach', text: 'Can X reach it?' },
] as const

export type MapQuestion = (typeof diagramQuestions)[number]['id'] | (typeof boxQuestions)[number]['id']

/** Values of the API’s query. */
export type ReachEnds = {
  readonly from: string
  readonly to: string
  readonly protocol: string
  readonly port?: number
}

const all: ReadonlySet<string> = new Set([...diagramQuestions, ...boxQuestions].map(({ id }) => id))
const ofBox: ReadonlySet<string> = new Set(boxQuestions.map(({ id }) => id))

export function parseQuestion(text: string | null): MapQuestion | null {
  return text !== null && all.has(text) ? (text as MapQuestion) : null
}

export function isBoxQuestion(question: MapQuestion | null): boolean {
  return question !== null && ofBox.has(question)
}

/** The end of a connection at a box; `null` for boxes without a resource. Stacks answer for their first resource. */
export function endOf({ element }: PlacedBox): string | null {
  if (element.form === 'internet') return 'internet'
  const [member] = element.members
  return element.kind === 'group' || member === undefined ? null : `${member.type}/${member.id}`
}

/** `tcp 443`, `udp 53`, or `icmp`, as in the URL. `null` for anything else. */
export function parseConnection(text: string): { readonly protocol: string; readonly port?: number } | null {
  if (text === 'icmp') return { protocol: 'icmp' }
  const match = /^(?<protocol>tcp|udp) (?<port>[1-9]\d{0,4})$/u.exec(text)
  const port = Number(match?.groups?.['port'])
  return match === null || port > 65_535 ? null : { protocol: match.groups?.['protocol'] ?? '', port }
}
