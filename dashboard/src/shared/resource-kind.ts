/** Names of resource types, and counts of them in words. */
import { resourceNames } from 'virtual:resource-names'

const count = new Intl.NumberFormat('en')

/** Of a CloudFormation type: its name in the singular, e.g. `subnet`; the type itself where it has none. */
export function kindName(type: string): string {
  return resourceNames[type]?.[0] ?? type
}

export function kindNamePlural(type: string): string {
  return resourceNames[type]?.[1] ?? type
}

/** E.g. `EC2`, `API Gateway`. */
export function serviceOf(type: string): string {
  return resourceNames[type]?.[2] ?? type.split('::')[1] ?? 'Other'
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export function formatCount(value: number): string {
  return count.format(value)
}

/** `1 resource`, `1,200 resources`. */
export function counted(value: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(value)} ${value === 1 ? singular : plural}`
}

/** From a key of `progress`, e.g. `computeInstances`: `Compute instances`. */
export function countKeyName(key: string): string {
  return capitalized(key.replaceAll(/([A-Z])/gu, ' $1').toLowerCase())
}
