/** Names and counts resource types. */
import { resourceNames } from 'virtual:resource-names'

const count = new Intl.NumberFormat('en')

/** Returns the singular name of a CloudFormation type, for example `subnet`; the type itself if it has none. */
export function kindName(type: string): string {
  return resourceNames[type]?.[0] ?? type
}

export function kindNamePlural(type: string): string {
  return resourceNames[type]?.[1] ?? type
}

/** For example `EC2` or `API Gateway`. */
export function serviceOf(type: string): string {
  return resourceNames[type]?.[2] ?? type.split('::')[1] ?? 'Other'
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export function formatCount(value: number): string {
  return count.format(value)
}

/** For example `1 resource` or `1,200 resources`. */
export function counted(value: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(value)} ${value === 1 ? singular : plural}`
}

/** Converts a key of `progress`, for example `computeInstances` to `Compute instances`. */
export function countKeyName(key: string): string {
  return capitalized(key.replaceAll(/([A-Z])/gu, ' $1').toLowerCase())
}
