/** Replaces public IP addresses with ones that nobody has: 198.18.0.0/15 (RFC 2544) and 2001:db8::/32 (RFC 3849). */
import { addressesOf, intersection, internetAddresses, isEmpty, prefixLength } from '../../graph/address-set.ts'
import type { Pseudonyms } from './pseudonyms.ts'

const v4 = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?(?![\d.]*\d)/g
const v6 = /(?<![0-9a-z:])(?=[0-9a-f]*:[0-9a-f]*:)[0-9a-f:]{3,39}(?:\/\d{1,3})?(?![0-9a-z:])/gi

/** Larger blocks belong to providers, and don't identify anyone. */
const shortestPrefix = { v4: 16, v6: 32 } as const
const addressCount = 2 ** 17

export function publicAddressesIn(text: string): readonly string[] {
  return [...text.matchAll(v4), ...text.matchAll(v6)].map(([found]) => found).filter(isPublic)
}

function isPublic(address: string): boolean {
  const set = addressesOf(address)
  if (set === null || isEmpty(intersection(set, internetAddresses))) return false
  return prefixLength(address) >= (address.includes(':') ? shortestPrefix.v6 : shortestPrefix.v4)
}

/** `found`: all public addresses of the texts, so that no two get the same pseudonym. */
export function addressReplacer(found: Iterable<string>, pseudonyms: Pseudonyms): (text: string) => string {
  const single = new Map<string, string>()
  const taken = new Set<number>()
  const addresses = new Set([...found].map((address) => address.split('/')[0] ?? ''))
  for (const address of [...addresses].filter((address) => !address.includes(':')).sort()) {
    let number = pseudonyms.number('IPv4', address, addressCount)
    while (taken.has(number)) number = (number + 1) % addressCount
    taken.add(number)
    single.set(address, textOfV4(number))
  }

  const pseudonymOf = (address: string): string => {
    if (!isPublic(address)) return address
    const [base = '', bits] = address.split('/')
    const suffix = bits === undefined ? '' : `/${bits}`
    if (base.includes(':')) return `${v6Pseudonym(base.toLowerCase(), prefixLength(address), pseudonyms)}${suffix}`
    if (bits === undefined || bits === '32') return `${single.get(base) ?? textOfV4(0)}${suffix}`
    const size = 2 ** (32 - Number(bits))
    const number = pseudonyms.number('IPv4 block', address, addressCount)
    return `${textOfV4(number - (number % size))}${suffix}`
  }
  return (text) => text.replaceAll(v4, pseudonymOf).replaceAll(v6, pseudonymOf)
}

function textOfV4(number: number): string {
  return `198.${18 + Math.floor(number / 2 ** 16)}.${Math.floor(number / 256) % 256}.${number % 256}`
}

function v6Pseudonym(base: string, prefix: number, pseudonyms: Pseudonyms): string {
  const groups = [0x2001, 0xdb8, ...pseudonyms.groups('IPv6', base, 6)]
  const masked = groups.map((group, at) => {
    const bits = Math.min(16, Math.max(0, prefix - at * 16))
    return group - (group % 2 ** (16 - bits))
  })
  return masked.map((group) => group.toString(16)).join(':')
}

/** Names of hosts have dashes: ec2-203-0-113-7.compute-1.amazonaws.com. */
export function dashed(address: string): string {
  return address.replaceAll('.', '-')
}
