/**
 * Finds the resources that a value which isn't known yet will come from. The configuration in a Terraform plan has no
 * values of expressions, only the names that they refer to.
 */
import { isObject } from './plan.ts'

/** The expressions of the resource at an address. */
export type References = (address: string) => {
  /** Whether the configuration sets it. Otherwise AWS or the provider chooses it. */
  isSet(path: readonly string[]): boolean
  /**
   * Without addresses, the expression also depends on something else. `count`: of the items that aren't known, if it is
   * a list with others.
   */
  namedAt(path: readonly string[], count?: number): Named
}

/** The resources of a plan that an expression refers to. */
export type Named = {
  readonly addresses: readonly string[]
  /** Its value comes from one of them, or from some, and the names don't tell from which. */
  readonly isOneOf: boolean
}

type Json = Readonly<Record<string, unknown>>

/** A module at its place. `prefix`: of the addresses in it. `call`: in its parent; empty for the root. */
type Place = {
  readonly module: Json
  readonly prefix: string
  readonly parent: Place | null
  readonly call: Json
  /** Of the instance of the module, such as `["a"]`. Empty without one. */
  readonly key: string
}

/** Names to look up for one value. More are a circle, or nothing that a person wrote. */
const mostNames = 1000

/** What names in an expression can mean. */
type Scope = {
  /** The number of names that may still be looked up. */
  readonly budget: { left: number }
  readonly place: Place
  /** The key of the resource's own instance, such as `[0]` or `["a"]`. Empty without one. */
  readonly ownKey: string
  readonly instances: ReadonlyMap<string, readonly string[]>
}

const key = String.raw`\[(?:\d+|"(?:[^"\\]|\\.)*")\]`
const keyAtEnd = new RegExp(`${key}$`, 'u')
const moduleAtStart = new RegExp(`^module\\.([\\w-]+)(${key})?\\.`, 'u')
const resourceAtStart = new RegExp(`^[\\w-]+\\.[\\w-]+(${key})?`, 'u')

/** `addresses`: of all resources that there are after the plan, and whether they are made by it. */
export function configurationOf(configuration: unknown, addresses: ReadonlyMap<string, boolean>): References {
  const root = objectIn(isObject(configuration) ? configuration : {}, 'root_module')
  const instances = Map.groupBy(addresses.keys(), (address) => address.replace(keyAtEnd, ''))
  return (address) => {
    const place = placeOf(root, address)
    const local = address.slice(place.prefix.length)
    const [ownKey = ''] = keyAtEnd.exec(local) ?? []
    const resource = resourceAt(place, address)
    const at = (path: readonly string[]) => expressionsAt(objectIn(resource ?? {}, 'expressions'), path)
    return {
      // The configuration doesn't list dynamic blocks, so that blocks may be set without being listed.
      isSet: (path) =>
        resource === undefined || at(path).length > 0 || (path.length > 1 && at(path.slice(0, 1)).length === 0),
      namedAt(path, count) {
        const [names, ...others] = at(path).map(namesIn)
        // Blocks of a set have no order, so that it must be the same for all of them.
        if (names === undefined || others.some((other) => other.join() !== names.join())) return nothing
        const named = resourcesNamed(names, { budget: { left: mostNames }, place, ownKey, instances }) ?? nothing
        if (count === undefined) return named
        // The IDs of the others are known, and items of the list.
        const made = named.addresses.filter((each) => addresses.get(each) === true)
        return { addresses: made, isOneOf: named.isOneOf || made.length > count }
      },
    }
  }
}

const nothing: Named = { addresses: [], isOneOf: false }

export type Providers = {
  /** The key of the provider that makes the resource at an address, such as `aws.west`. `null`: unknown. */
  providerOf(address: string): string | null
  /** `null`: its expression isn't a constant. */
  regionOf(provider: string | null): string | null
  /** Whether it has credentials of its own, which may be for another account. */
  hasCredentials(provider: string): boolean
}

/** Arguments of the AWS provider. Credentials of the environment are the same for all. */
const credentials: readonly string[] = [
  'access_key',
  'assume_role',
  'assume_role_with_web_identity',
  'profile',
  'shared_config_files',
  'shared_credentials_files',
]

export function providersOf(configuration: unknown): Providers {
  const document = isObject(configuration) ? configuration : {}
  const root = objectIn(document, 'root_module')
  const providers = objectIn(document, 'provider_config')
  return {
    providerOf(address) {
      const key = resourceAt(placeOf(root, address), address)?.['provider_config_key']
      if (typeof key !== 'string') return null
      // `module.shop:aws` is a provider that the module has from its parent, or configures itself.
      return key in providers ? key : key.slice(key.lastIndexOf(':') + 1)
    },
    regionOf(provider) {
      const region = objectIn(objectIn(objectIn(providers, provider ?? ''), 'expressions'), 'region')
      const { constant_value: value } = region
      return typeof value === 'string' ? value : null
    },
    hasCredentials(provider) {
      const given = objectIn(objectIn(providers, provider), 'expressions')
      return credentials.some((name) => name in given)
    },
  }
}

const resourcesOf = new WeakMap<Json, ReadonlyMap<unknown, Json>>()

function resourceAt({ module, prefix }: Place, address: string): Json | undefined {
  const known = resourcesOf.get(module) ?? new Map(listIn(module, 'resources').map((each) => [each['address'], each]))
  resourcesOf.set(module, known)
  return known.get(address.slice(prefix.length).replace(keyAtEnd, ''))
}

function objectIn(value: Json, name: string): Json {
  const found = value[name]
  return isObject(found) ? found : {}
}

function listIn(value: Json, name: string): readonly Json[] {
  const found = value[name]
  return Array.isArray(found) ? found.filter(isObject) : []
}

/** `module.shop["a"].aws_instance.web[0]` is in the module `shop`, and its prefix is `module.shop["a"].`. */
function placeOf(root: Json, address: string): Place {
  let place: Place = { module: root, prefix: '', parent: null, call: {}, key: '' }
  for (;;) {
    const [text, name = '', ownKey = ''] = moduleAtStart.exec(address.slice(place.prefix.length)) ?? []
    if (text === undefined) return place
    const call = objectIn(objectIn(place.module, 'module_calls'), name)
    place = { module: objectIn(call, 'module'), prefix: place.prefix + text, parent: place, call, key: ownKey }
  }
}

/** Several, if blocks are repeated. */
function expressionsAt(expressions: unknown, path: readonly string[]): readonly Json[] {
  if (Array.isArray(expressions)) return expressions.flatMap((block) => expressionsAt(block, path))
  if (!isObject(expressions)) return []
  const [name, ...rest] = path
  // The rest of the path is within the value of one expression.
  if (name === undefined || 'references' in expressions || 'constant_value' in expressions) return [expressions]
  return expressionsAt(expressions[name], rest)
}

function namesIn({ references }: Json): readonly string[] {
  return Array.isArray(references) ? references.filter((name) => typeof name === 'string') : []
}

/** `null`: it depends on something else too. */
function resourcesNamed(names: readonly string[], scope: Scope): Named | null {
  scope.budget.left -= names.length
  if (scope.budget.left < 0) return null
  // Terraform lists `aws_instance.web.id` and then `aws_instance.web`, which is the same reference.
  const longest = names.filter((name) => !names.some((other) => other !== name && isWithin(other, name)))
  const ownKeys = longest.filter(isOwnKey)
  const all = longest
    .filter((name) => !isOwnKey(name))
    .map((name) => resourceNamed(name, scope, ownKeys.includes('each.key')))
  const found = all.filter((each) => each !== null)
  if (found.length === 0 || found.length < all.length) return null
  const addresses = [...new Set(found.flatMap((each) => each.addresses))]
  // `count.index` may be in a sum, and both may be in a condition.
  return { addresses, isOneOf: addresses.length > 1 && (ownKeys.length > 0 || found.some(({ isOneOf }) => isOneOf)) }
}

function isWithin(name: string, whole: string): boolean {
  return name.startsWith(`${whole}.`) || name.startsWith(`${whole}[`)
}

function isOwnKey(name: string): boolean {
  return name === 'count.index' || name === 'each.key'
}

/** `hasOwnKey`: `aws_subnet.public[each.key]` is the subnet with the key of this resource. */
function resourceNamed(name: string, scope: Scope, hasOwnKey: boolean): Named | null {
  const { place, ownKey, instances } = scope
  const [kind = '', first = '', second = ''] = name.split('.')
  if (kind === 'var') {
    const given = objectIn(objectIn(place.call, 'expressions'), first)
    // In the call of a module, `each.key` is the key of the module.
    const next = { ...scope, ownKey: place.key }
    return place.parent === null ? null : resourcesNamed(namesIn(given), { ...next, place: place.parent })
  }
  if (kind === 'module') {
    const call = objectIn(objectIn(place.module, 'module_calls'), first)
    // A reference to one of several instances has a key, so that this finds nothing.
    const prefix = `${place.prefix}module.${first}.`
    const inside = { module: objectIn(call, 'module'), prefix, parent: place, call, key: '' }
    const output = objectIn(objectIn(inside.module, 'outputs'), second)
    return resourcesNamed(namesIn(objectIn(output, 'expression')), { ...scope, ownKey: '', place: inside })
  }
  const [own = '', namedKey] = resourceAtStart.exec(name) ?? []
  const all = instances.get(place.prefix + own.replace(keyAtEnd, '')) ?? []
  const wanted = namedKey ?? (hasOwnKey && ownKey !== '' ? ownKey : null)
  const meant = wanted === null ? all : all.filter((address) => address.endsWith(wanted))
  return meant.length === 0 ? null : { addresses: meant, isOneOf: false }
}
