/** Finds the hosts in a setting, also those without a domain, which only some networks know. */
import { bucketOfUri } from './s3-uri.ts'
import { type Setting, variableWords } from './plain-names.ts'
import { wordsOf } from './words.ts'

const afterScheme = /^(?:[a-z][a-z\d+.-]*:)+\/\/(?:[^/]*@)?([\w.-]+)/i
const beforePort = /^([\w.-]+):\d{1,5}(?:\/|$)/
const alone = /^[\w.-]+$/

/** Variables with one of these words can have a host alone as their value. */
const hostWords: ReadonlySet<string> = new Set([
  'ADDR',
  'ADDRESS',
  'ENDPOINT',
  'HOST',
  'HOSTNAME',
  'SERVER',
  'URI',
  'URL',
])

/** Returns `orders` for `http://orders/v1` and `orders:8080`, and for `orders` if the variable means a host. In lower case. */
export function hostsNamed({ name, value }: Setting): readonly string[] {
  const isHost = variableWords(name).some((word) => hostWords.has(word))
  return wordsOf(value).flatMap((word) => {
    if (bucketOfUri(word) !== undefined) return []
    const [, host = isHost && alone.test(word) ? word : ''] = afterScheme.exec(word) ?? beforePort.exec(word) ?? []
    return host === '' ? [] : [host.toLowerCase()]
  })
}
