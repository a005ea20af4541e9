/** Creates a simulated service from its definition. The SDK's schemas provide everything that the definition omits. */
import type { NormalizedSchema } from '@smithy/core/schema'
import { cutPage, leavesRoom, memberNames, pageMembers, requiredMembers } from './pages.ts'
import { describeWireService, type SdkClient, type WireOperation } from './protocols/operation.ts'
import { codedError, type ErrorCode, ProviderError, setting } from './provider-error.ts'
import { idleClient, type OperationContext, type SimulatedOperation, type SimulatedService } from './service.ts'
import type {
  AnyChoices,
  AnyData,
  AnyInput,
  AnyItem,
  AnyOperation,
  DataOf,
  Operations,
  ServiceSettings,
} from './service-definition.ts'
import { type Told, toldValues } from './told-values.ts'

/** A service before its SDK package is loaded. */
export type ServiceDefinition = {
  readonly signedFor: string
  /** Loads once. */
  readonly load: () => Promise<SimulatedService>
}

/**
 * `name`: the member of `RegionData` or `GlobalData` with its resources. Two calls, so that the compiler knows the
 * package and the data when it checks the operations.
 */
export function defineService<Name extends string, Sdk extends object>(
  name: Name,
  sdk: () => Promise<Sdk>,
  settings: ServiceSettings = {},
): (operations: Operations<Sdk, DataOf<Name>>) => ServiceDefinition {
  const iamPrefix = settings.iamPrefix ?? name.toLowerCase()
  return (operations) => {
    const load = async () => {
      const module = (await sdk()) as Readonly<Record<string, unknown>>
      const client = clientOf(module)
      const wire = describeWireService(module, client)
      const definitions = Object.entries(operations as unknown as Readonly<Record<string, AnyOperation>>)
      const simulated = definitions.map(([operation, definition]) => {
        const found = wire.operations.get(operation)
        if (found === undefined) throw new Error(`The SDK has no operation ${operation}`)
        return [operation, simulate({ ...settings, name, iamPrefix }, found, definition)]
      })
      return { module, client, wire, operations: Object.fromEntries(simulated) }
    }
    let loaded: Promise<SimulatedService> | undefined
    return { signedFor: settings.signedFor ?? iamPrefix, load: () => (loaded ??= load()) }
  }
}

type Settings = ServiceSettings & { readonly name: string; readonly iamPrefix: string }

function clientOf(module: Readonly<Record<string, unknown>>): SdkClient {
  const name = Object.keys(module).find((key) => /^[A-Z]\w*Client$/.test(key)) ?? ''
  return new (module[name] as new (configuration: object) => SdkClient)(idleClient)
}

function simulate(settings: Settings, wire: WireOperation, given: AnyOperation): SimulatedOperation {
  const definition = complete(settings, wire, given)
  const { iamAction = settings.iamAction ?? `${settings.iamPrefix}:${wire.name}`, furtherActions = () => [] } =
    definition
  const { within, denied } = definition
  const isList = definition.answer === undefined && definition.one === undefined
  const { paging, answer, asksForLess } = isList
    ? listAnswer(settings, wire, definition)
    : { paging: [], answer: definition.answer ?? oneAnswer(wire, definition), asksForLess: () => false }
  const choices = [...choicesOf(within?.by), ...choicesOf(definition.by)].map(([parameter]) => parameter)
  return {
    parameters: [...choices, ...(definition.parameters ?? []), ...paging],
    iamAction,
    furtherActions,
    deniedResource: denied === undefined ? null : arnOf(denied, settings.iamPrefix),
    asksForLess,
    answer(input, context) {
      const { [settings.name]: global } = context.globalData as Readonly<Record<string, AnyData>>
      const { [settings.name]: regional } = context.regionData as Readonly<Record<string, AnyData>>
      const data = { ...global, ...regional }
      if (within !== undefined) chooseOne(data[within.list], within, input)
      return answer(input, data, context)
    },
  }
}

type Parent = { readonly list: string } & Choice

/** A definition with what the service's settings and the operation's schemas say. */
type Complete = Omit<AnyOperation, 'within' | keyof Choice> & { readonly within: Parent | undefined } & Choice

function complete(settings: Settings, wire: WireOperation, given: AnyOperation): Complete {
  const [first = '', second = ''] = requiredMembers(wire.input)
  const parent = typeof given.within === 'string' ? { list: given.within } : given.within
  const within = parent && { by: first, notFound: settings.notFound, ...parent }
  const { one, notFound = one === undefined ? undefined : settings.notFound } = given
  if ((one !== undefined && notFound === undefined) || (within && within.notFound === undefined)) {
    throw new Error(`The operation ${wire.name} has no error for a missing resource`)
  }
  const namesParent = choicesOf(within?.by).some(([parameter]) => parameter === first)
  const identifier = namesParent ? second : first
  return { ...given, within, notFound, by: given.by ?? (one === undefined ? undefined : identifier) }
}

function arnOf(resource: string, service: string): string {
  return /^(\*$|arn:)/.test(resource) ? resource : `arn:aws:${service}:{region}:{account}:${resource}`
}

type Answer = (input: AnyInput, data: AnyData, context: OperationContext) => object

function listAnswer(
  settings: Settings,
  wire: WireOperation,
  definition: Complete,
): Pick<SimulatedOperation, 'asksForLess'> & { readonly paging: readonly string[]; readonly answer: Answer } {
  const members = pageMembers(wire)
  const pages = { largest: 0, ...settings.pages, ...definition.pages }
  const { item: told } = definition
  const into = listOf(wire.output)
  return {
    paging: [members?.token, members?.size].filter((name) => typeof name === 'string'),
    asksForLess: (input) => members !== null && leavesRoom(input, pages, members),
    answer(input, data, context) {
      const all = definition.gather?.(data, input, context) ?? itemsOf(data, definition.list, definition, input)
      if (definition.most !== undefined) checkCount(definition, definition.most, input, pages.error)
      const chosen = choose(all, definition, input)
      let items = definition.narrow?.(chosen, input, context) ?? chosen
      if (typeof told === 'string') items = items.map((item) => item[told] as AnyItem)
      const { items: page, next } = members === null ? { items } : cutPage(items, { pages, members }, input, context)
      if (definition.page !== undefined) return definition.page(page, next, input, data, context)
      return {
        [into]: typeof told === 'function' ? page.map((item) => told(item, data, input, context)) : page,
        ...(members !== null && members.next !== null && { [members.next]: next }),
        ...(members !== null && members.hasMore !== null && { [members.hasMore]: next !== undefined }),
      }
    },
  }
}

/** Returns the response member with the list. */
function listOf(output: NormalizedSchema): string {
  return memberNames(output).find((name) => output.getMemberSchema(name).isListSchema()) ?? ''
}

/** Returns the response member with the resource; `null` if the response is the resource itself. */
function resourceIn(output: NormalizedSchema): string | null {
  const [member = '', ...others] = memberNames(output)
  return others.length > 0 || !output.getMemberSchema(member).isStructSchema() ? null : member
}

function oneAnswer(wire: WireOperation, definition: Complete): Answer {
  const member = resourceIn(wire.output)
  return (input, data, context) => {
    const found = chooseOne(itemsOf(data, definition.one, definition, input), definition, input)
    for (const [name, missing] of Object.entries(definition.required ?? {})) setting(found[name], missing)
    if (typeof definition.item === 'function') return definition.item(found, data, input, context) as object
    return member === null ? found : { [member]: found }
  }
}

/**
 * Returns a world's items under a name. For parts of other resources, returns those of the parent that the request
 * names.
 */
function itemsOf(data: AnyData, list = '', { within }: Complete, input: AnyInput): readonly AnyItem[] {
  const held = data[list] ?? []
  if (within === undefined) return held
  const [[parameter, told] = ['', '']] = choicesOf(within.by)
  const parent = String(input[parameter])
  if (Array.isArray(held)) return held.filter((item: AnyItem) => (item[parameter] ?? item[String(told)]) === parent)
  return (held as unknown as Readonly<Record<string, readonly AnyItem[]>>)[parent] ?? []
}

type Choice = {
  readonly by: AnyChoices | undefined
  readonly notFound: AnyOperation['notFound'] | undefined
}

function choicesOf(choices: AnyChoices = []): readonly (readonly [parameter: string, told: Told<AnyItem>])[] {
  if (typeof choices === 'object' && !Array.isArray(choices)) return Object.entries(choices as Record<string, string>)
  return [choices as string | readonly string[]].flat().map((name) => [name, [name, name.replace(/s$/, '')]])
}

/** Returns the items that a request names. Throws `notFound`, if defined, for missing ones. */
function choose(items: readonly AnyItem[], { by, notFound }: Choice, input: AnyInput): readonly AnyItem[] {
  return choicesOf(by).reduce((kept, [parameter, told]) => {
    const wanted = [input[parameter] ?? []].flat().map(String)
    if (wanted.length === 0) return kept
    const absent = wanted.find((name) => !kept.some((item) => toldValues(item, told).includes(name)))
    if (absent !== undefined) refuseAbsent(notFound, parameter, absent)
    return kept.filter((item) => toldValues(item, told).some((value) => wanted.includes(String(value))))
  }, items)
}

function checkCount({ by }: Choice, most: number, input: AnyInput, code = 'ValidationException'): void {
  const count = choicesOf(by).flatMap(([parameter]) => input[parameter] ?? []).length
  if (count >= 1 && count <= most) return
  throw new ProviderError(code, `A request must name between 1 and ${most} resources`)
}

/** Returns the item that a request must name. */
function chooseOne(items: readonly AnyItem[] = [], choice: Choice, input: AnyInput): AnyItem {
  const [parameter = ''] = choicesOf(choice.by).map(([name]) => name)
  if (choicesOf(choice.by).every(([name]) => input[name] === undefined)) refuseAbsent(choice.notFound, parameter, '')
  return choose(items, choice, input)[0] ?? {}
}

function refuseAbsent(error: ErrorCode | undefined, parameter: string, name: string): void {
  if (error === undefined) return
  throw codedError(error, `The ${parameter} '*' does not exist`, name)
}
