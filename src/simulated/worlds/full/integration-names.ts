/** ARNs and identifiers that several parts of the integration area use. */
import { hexDigits } from '../resource-id.ts'
import { accountId, region } from '../three-tier-network.ts'

/** Returns an ARN in this account and region. */
export function arn(service: string, resource: string): string {
  return `arn:aws:${service}:${region}:${accountId}:${resource}`
}

/** Returns an ARN in another account of the organization. */
export function sharedArn(service: string, resource: string): string {
  return `arn:aws:${service}:${region}:777788889999:${resource}`
}

/** Returns a UUID that is the same in every run. */
export function uuid(meaning: string): string {
  return hexDigits(meaning, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export const queueArn = (name: string) => arn('sqs', name)
export const queueUrl = (name: string) => `https://sqs.${region}.amazonaws.com/${accountId}/${name}`
export const topicArn = (name: string) => arn('sns', name)
export const functionArn = (name: string) => arn('lambda', `function:${name}`)
export const machineArn = (name: string) => arn('states', `stateMachine:${name}`)
export const roleArn = (name: string) => `arn:aws:iam::${accountId}:role/${name}`
export const logGroupArn = (name: string) => arn('logs', `log-group:${name}`)

export type KeyName = 'orders' | 'secrets'
export const keyId = (name: KeyName) => uuid(`key ${name}`)
export const keyArn = (name: KeyName) => arn('kms', `key/${keyId(name)}`)

export const graphqlApiId = 'q7w8e9r0t1y2u3i4o5p6a7s8d9'
export const restApiId = 'a1b2c3d4e5'
export const userPoolId = `${region}_Shop00001`
/** AWS appends six characters to a secret's ARN. */
export const secretArn = (name: string) => arn('secretsmanager', `secret:${name}-${hexDigits(`secret ${name}`, 6)}`)
