/** The ARN of a role, in its parts. */

export type RoleArn = {
  /** `aws`, `aws-cn`, `aws-us-gov`, … */
  readonly partition: string
  /** 12 digits. */
  readonly accountNumber: string
  /** `/`, or with folders between slashes, of `[\w+=,.@-]`: `/audit/`. */
  readonly path: string
  /** 1 to 64 characters of `[\w+=,.@-]`. */
  readonly name: string
}

/**
 * IAM allows every visible ASCII character in a path. Ours are those of names: whatever else there were would go into templates and
 * commands that customers run, where it might be more than text. `.` and `..` would lead elsewhere in addresses.
 */
const form = /^arn:(aws[a-z-]{0,30}):iam::(\d{12}):role(\/(?:(?!\.{1,2}\/)[\w+=,.@-]+\/)*)([\w+=,.@-]{1,64})$/
/** IAM's limits: a path of 512 characters. */
const maxPathLength = 512

export const defaultRoleName = 'SurveyorScan'

/** `null` when the text is no ARN of an IAM role. */
export function parseRoleArn(text: string): RoleArn | null {
  const [, partition, accountNumber, path, name] = form.exec(text) ?? []
  if (partition === undefined || accountNumber === undefined || path === undefined || name === undefined) return null
  return path.length > maxPathLength ? null : { partition, accountNumber, path, name }
}

/** The role that the template creates unless another is asked for. */
export function defaultRoleArn(partition: string, accountNumber: string): string {
  return `arn:${partition}:iam::${accountNumber}:role/${defaultRoleName}`
}

/**
 * What a trust policy names for a caller as GetCallerIdentity tells it: the role behind an assumed-role session, else the
 * ARN itself. A session's ARN does not tell its role's path: for a role with one, the principal has to be configured.
 */
export function principalOfCaller(callerArn: string): string {
  const [, partition, accountNumber, roleName] =
    /^arn:([^:]+):sts::(\d{12}):assumed-role\/([^/]+)\//.exec(callerArn) ?? []
  if (partition === undefined || accountNumber === undefined || roleName === undefined) return callerArn
  return `arn:${partition}:iam::${accountNumber}:role/${roleName}`
}
