/** Parses and formats the ARNs of IAM roles. */

export type RoleArn = {
  /** For example `aws`, `aws-cn`, or `aws-us-gov`. */
  readonly partition: string
  /** 12 digits. */
  readonly accountNumber: string
  /** `/`, or folders between slashes, of `[\w+=,.@-]`: `/audit/`. */
  readonly path: string
  /** 1 to 64 characters of `[\w+=,.@-]`. */
  readonly name: string
}

/**
 * IAM allows every visible ASCII character in a path. This service allows only those of names, because paths go into
 * templates and commands that customers run. `.` and `..` would change URLs.
 */
const form = /^arn:(aws[a-z-]{0,30}):iam::(\d{12}):role(\/(?:(?!\.{1,2}\/)[\w+=,.@-]+\/)*)([\w+=,.@-]{1,64})$/
/** IAM's limit for a path, in characters. */
const maxPathLength = 512

export const defaultRoleName = 'SurveyorScan'

/** Returns `null` if the text isn't the ARN of an IAM role. */
export function parseRoleArn(text: string): RoleArn | null {
  const [, partition, accountNumber, path, name] = form.exec(text) ?? []
  if (partition === undefined || accountNumber === undefined || path === undefined || name === undefined) return null
  return path.length > maxPathLength ? null : { partition, accountNumber, path, name }
}

/** Returns the ARN of the role that the template creates by default. */
export function defaultRoleArn(partition: string, accountNumber: string): string {
  return `arn:${partition}:iam::${accountNumber}:role/${defaultRoleName}`
}

/**
 * Returns the principal that a trust policy names for a caller from GetCallerIdentity: the role of an assumed-role
 * session, else the ARN itself. A session's ARN lacks the path of its role, so for a role with a path the principal has
 * to be configured.
 */
export function principalOfCaller(callerArn: string): string {
  const [, partition, accountNumber, roleName] =
    /^arn:([^:]+):sts::(\d{12}):assumed-role\/([^/]+)\//.exec(callerArn) ?? []
  if (partition === undefined || accountNumber === undefined || roleName === undefined) return callerArn
  return `arn:${partition}:iam::${accountNumber}:role/${roleName}`
}
