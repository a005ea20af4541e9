/** Prompts that people start in their agent. What they fill in stands in a block of its own, as data. */
import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server'

type Words = { readonly prompt: Prompt; readonly text: string }

const scan = { name: 'scan', description: 'Scan ID, or ACCOUNT or ACCOUNT/REGION. Default: the newest scan' }

const prompts: readonly Words[] = [
  {
    prompt: {
      name: 'explain_account',
      title: 'Explain this account',
      description: 'What runs in an account, and what is at risk',
      arguments: [scan],
    },
    text: 'Explain this AWS account to an engineer who is new to it. Use coverage for what is there and what could not be read, draw for its architecture, and exposed for what can be reached from outside. Say how old the scan is. Name what is unknown as unknown.',
  },
  {
    prompt: {
      name: 'review_change',
      title: 'Review this change',
      description: 'Whether what changed since an earlier scan is safe',
      arguments: [scan, { name: 'base', description: 'The earlier scan: ID, previous, date, age (7d), or baseline' }],
    },
    text: 'Review what changed. Use changes first. For exposures that opened use exposed, and for what was removed or replaced use impact on what remains. List what needs a decision first, with its evidence, then what could not be compared.',
  },
  {
    prompt: {
      name: 'incident',
      title: 'Incident',
      description: 'Where to look first when something fails',
      arguments: [{ name: 'symptom', description: 'What fails, for whom, and since when', required: true }, scan],
    },
    text: 'Help with this incident. Find the resources that the symptom is about with find and describe. Check their connections with reach, recent changes with changes, and what else is affected with impact. Give the most probable cause with its evidence, and what could not be checked.',
  },
]

export const listedPrompts: readonly Prompt[] = prompts.map(({ prompt }) => prompt)

/** `null` for an unknown prompt. Arguments that it doesn't have are left out. */
export function promptNamed(name: string, given: Readonly<Record<string, string>> = {}): GetPromptResult | null {
  const found = prompts.find(({ prompt }) => prompt.name === name)
  if (found === undefined) return null
  const names = (found.prompt.arguments ?? []).map((argument) => argument.name)
  const values = names.flatMap((each) => (Object.hasOwn(given, each) ? [[each, given[each]?.slice(0, 2_000)]] : []))
  const data = JSON.stringify(Object.fromEntries(values))
  return {
    messages: [
      { role: 'user', content: { type: 'text', text: found.text } },
      { role: 'user', content: { type: 'text', text: data } },
    ],
  }
}
