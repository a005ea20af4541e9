/** Finds the ECR repository of a container image. */
import type { Place } from './arn.ts'

const pattern =
  /^((\d{12})\.dkr[.-]ecr(?:-fips)?\.([\w-]+)\.(?:amazonaws\.com(?:\.cn)?|amazonaws\.eu|on\.aws)\/([^:@]+))/

/**
 * Returns `storefront/web` for `123456789012.dkr.ecr.us-east-1.amazonaws.com/storefront/web:1.2`. A foreign repository
 * keeps its registry. Images of other registries return `undefined`.
 */
export function imageRepository(image: string | undefined, place: Place): string | undefined {
  const [, uri, account, region, name] = pattern.exec(image ?? '') ?? []
  return account === place.accountNumber && region === place.region ? name : uri
}
