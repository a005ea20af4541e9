/** Finds the resources that environment variables of programs name, also by DNS records of the account. */
import type { ResourceReference } from '../../graph/resource-graph.ts'
import type { Place } from '../references/arn.ts'
import { providerDomain, resourceOfHost } from '../references/endpoint-host.ts'
import type { HostTable } from '../references/host-table.ts'
import type { NameTable } from '../references/name-table.ts'
import { resourcesOfSettings } from '../references/named-resources.ts'
import { type Setting, variableWords } from '../references/plain-names.ts'
import { hostsBehind, recordNames } from './route53/record-names.ts'

type Directory = Place & { readonly resourceAt: HostTable; readonly resourcesNamed: NameTable }

/** Words of variables with addresses under which others call the program, or from which they do. It doesn't call these. */
const ownWords: ReadonlySet<string> = new Set(
  'ALLOWED APP BASE CALLBACK CORS FRONTEND ORIGIN ORIGINS PUBLIC REDIRECT SELF SITE WEB'.split(' '),
)

export function resourcesOfProgram(settings: readonly Setting[], directory: Directory): readonly ResourceReference[] {
  const { resourceAt } = directory
  const resourcesNamed: NameTable = (name) =>
    directory.resourcesNamed(name).filter(({ type }) => type !== recordNames.type)
  const withRecords: HostTable = (host) => {
    const known = resourceAt(host)
    return known === undefined ? resourceBehind(host, directory) : known
  }
  const [own, others] = [new Array<Setting>(), new Array<Setting>()]
  for (const setting of settings)
    (variableWords(setting.name).some((word) => ownWords.has(word)) ? own : others).push(setting)
  return [
    ...resourcesOfSettings(own, { ...directory, resourcesNamed }),
    ...resourcesOfSettings(others, { ...directory, resourcesNamed, resourceAt: withRecords }),
  ]
}

/** None if records of the name lead to several: those of two private zones, or of a private and a public one. */
function resourceBehind(host: string | undefined, directory: Directory): ResourceReference | undefined {
  const { resourceAt, resourcesNamed } = directory
  if (host?.includes('.') !== true || providerDomain.test(host)) return undefined
  const hosts = hostsBehind(host.replace(/\.$/, ''), resourcesNamed)
  if (hosts.length === 1) return undefined
  const ends = hosts.filter((each) => hostsBehind(each, resourcesNamed).length === 1)
  const [first, ...others] = ends.map((each) => resourceAt(each) ?? resourceOfHost(each, directory))
  return others.every((other) => other?.type === first?.type && other?.id === first?.id) ? first : undefined
}
