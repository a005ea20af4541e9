/** Removes the suffixes that CloudFormation appends to names: `orders-Table-Z9X8C7V6B5N4`. */

/**
 * Uppercase letters and digits, or lowercase if names can't have uppercase letters. At least one digit and one letter.
 */
const generated = /-(?=[0-9]*[A-Za-z])(?=[A-Za-z]*[0-9])(?:[A-Z0-9]{8,13}|[a-z0-9]{12,13})$/u
/** In any case, but not words such as `BookingTopic`. Only the stack name before it distinguishes it from names that people choose. */
const ofStack = /-(?!(?:[A-Z]?[a-z]{2,}|[A-Z]{2,})+$)[A-Za-z0-9]{12,13}$/u

/** Of a resource in a stack whose name begins with its logical ID. At least one digit, and not only words and numbers. */
const ofLogicalName = /-(?=[A-Za-z]*\d)(?!(?:[A-Z]?[a-z]{2,}|[A-Z]{2,}|\d+)+$)[A-Za-z0-9]{12,13}$/u

/** Of logical IDs that the AWS CDK made, such as `TableAB12CD34` and `PublicAPIAB12CD34`: 8 hexadecimal digits, not a date. */
const ofLogicalId = /(?<=[a-z][A-Z]*)(?=[A-F]*\d)(?=\d*[A-F])[\dA-F]{8}$/u
/** The same in names without uppercase letters. Not a word with a number, such as `feed2026`. */
const ofLowerId = /(?<=[a-z])(?=[a-f]*\d)(?![a-f]*\d+$)[\da-f]{8}$/u

/** After such a hash. Not one word, or words such as `BookingTopic`. */
const afterLogicalId = /(?<=[a-z][A-Z]*(?=[A-F]*\d)[\dA-F]{8})-(?!(?:[A-Z]?[a-z]{2,})+$|[A-Z]+$)[A-Za-z0-9]{12,13}$/u

/** After the logical ID that a tag confirms. Not one word, or words such as `BookingTopic`. */
const ofConfirmed = /-(?!(?:[A-Z]?[a-z]{2,})+$|[A-Z]+$)[A-Za-z0-9]{12,13}$/u
/** Names that would be too long have only the beginning of the logical ID. A shorter one could be a word that people chose. */
const fewestOfLogicalId = 16

/** The hash of a logical ID that the AWS CDK made. Letters of a hash are uppercase, so only a date could be something else. */
const hashOfCdk = /(?<=[a-z][A-Z]*)(?=[A-F]*\d)(?!(?:19|20)\d{6}$)[\dA-F]{8}$/u
/** Behind a logical ID with such a hash, or a stack's name that is cut within a word, which nobody would write. */
const ofHashed = /-[A-Za-z0-9]{12,13}$/u

/** Of the name of a nested stack: `ROOT-LogicalId-1A2B3C4D5E6F`. */
const ofNestedStack = /-[A-Z\d]{12,13}$/u

/** Not made by CloudFormation. The name needs it. */
const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u

/** The name for display; identifiers stay unchanged. `stack`: the stack that created the resource, as `logicalId`. */
export function withoutGeneratedEnding(name: string, stack = '', logicalId = ''): string {
  if (uuid.test(name)) return name
  const unique = withoutUniqueHash(name, stack, logicalId)
  if (unique !== null) return unique
  const hashed = withoutHash(name, logicalId)
  if (hashed !== null) return withoutStackEnding(hashed, stack)
  if (afterLogicalId.test(name)) return withoutEnding(name, afterLogicalId)
  if (beginsWithCut(stack, name)) return withoutEnding(name, ofHashed)
  const isConfirmed = endsWithLogicalId(name.replace(ofConfirmed, ''), logicalId)
  if (!isNamedBy(stack, name)) {
    if (isConfirmed) return withoutEnding(name, ofConfirmed)
    const shown = withoutEnding(name, generated) || name
    return stack === '' || shown !== name ? shown : withoutEnding(name, ofLogicalName)
  }
  return withoutStackEnding(withoutEnding(name, isConfirmed ? ofConfirmed : ofStack), stack)
}

/** The logical ID of a nested stack, from its name without that of the root stack. */
export function withoutNestedStackEnding(name: string): string {
  return name.replace(ofNestedStack, '')
}

function isNamedBy(stack: string, name: string): boolean {
  return stack !== '' && name.toLowerCase().startsWith(`${stack.toLowerCase()}-`)
}

/** Whether the name begins with that of the stack, cut within a word, because the whole would be too long. */
function beginsWithCut(stack: string, name: string): boolean {
  const [whole, own] = [stack.toLowerCase(), name.toLowerCase()]
  let length = 0
  while (length < whole.length && whole[length] === own[length]) length += 1
  return length >= fewestOfStack && own[length] === '-' && /^[a-z\d]{2}/u.test(whole.slice(length - 1))
}

/** A shorter beginning of a stack's name could be one that people chose. */
const fewestOfStack = 16

/** The name of a nested stack, with which the names of its resources begin, has such a suffix itself. */
function withoutStackEnding(name: string, stack: string): string {
  const isOfStack = isNamedBy(stack, name) || name.toLowerCase() === stack.toLowerCase()
  return isOfStack ? name.slice(0, stack.replace(generated, '').length) + name.slice(stack.length) : name
}

/** Without the hash of the logical ID and the ending behind it. `null` if it doesn't have both. */
function withoutHash(name: string, logicalId: string): string | null {
  const [hash] = hashOfCdk.exec(logicalId) ?? []
  const whole = name.replace(ofHashed, '')
  if (hash === undefined || whole === name || !isLogicalId(lastPart(whole), logicalId)) return null
  return whole.slice(0, -hash.length)
}

/** The AWS CDK makes names of those of the stack, the logical ID, and a hash of both: `ShopMailBus1A2B3C4D`. `null` for others. */
function withoutUniqueHash(name: string, stack: string, logicalId: string): string | null {
  const [whole, own] = [name.replace(hashOfCdk, ''), logicalId.replace(hashOfCdk, '')]
  const isHashed = whole !== name && own !== logicalId && whole.endsWith(own)
  const ofStack = whole.slice(0, -own.length)
  return isHashed && ofStack !== '' && stack.replaceAll('-', '').startsWith(ofStack) ? whole : null
}

/** Removes the hash of a logical ID too, but only in front of an ending that CloudFormation appended. */
function withoutEnding(name: string, ending: RegExp): string {
  const shown = name.replace(ending, '')
  return shown === name ? name : shown.replace(ofLogicalId, '').replace(ofLowerId, '')
}

/** CloudFormation names a resource `STACK-LogicalId-iNZcBZIJfgPE`, or in lowercase. */
function endsWithLogicalId(name: string, logicalId: string): boolean {
  const last = lastPart(name)
  const isBeginning = last.length >= fewestOfLogicalId && logicalId.toLowerCase().startsWith(last.toLowerCase())
  return last !== '' && (isLogicalId(last, logicalId) || isBeginning)
}

function lastPart(name: string): string {
  return name.split('-').at(-1) ?? ''
}

function isLogicalId(part: string, logicalId: string): boolean {
  return part.toLowerCase() === logicalId.toLowerCase()
}
