/** Finds buckets in addresses. Access points have addresses of the same forms, with an ARN or an alias. */
import { domainOf } from './arn.ts'

/** Returns the bucket of an address like `s3://bucket/path`, or `undefined` for other texts. */
export function bucketOfUri(uri: string | undefined): string | undefined {
  const [, name] = /^s3[an]?:\/\/([^/]+)/.exec(uri ?? '') ?? []
  return name !== undefined && isBucketName(name) ? name : undefined
}

/** Source of the suffixes: "Bucket naming rules" in the S3 user guide, which reserves them for aliases. */
export function isBucketName(name: string): boolean {
  return !name.includes(':') && !/(?:-s3alias|--ol-s3|\.mrap)$/.test(name)
}

/** Whether it is the host of all websites of a region, without the name of a bucket. The region's age decides the form. */
export function isWebsiteHost(host: string, region: string): boolean {
  return ['-', '.'].some((separator) => host === `s3-website${separator}${region}.${domainOf(region)}`)
}
