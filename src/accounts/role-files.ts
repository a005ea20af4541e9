/**
 * Writes the IAM role as a Terraform file, as AWS CLI commands, and as a quick-create link for the CloudFormation
 * console.
 */
import { type PolicyDocument, readPolicies, type RoleDescription, trustPolicy } from './role-template.ts'

const description = 'Lets Surveyor read this account for scans'
const maxSessionSeconds = 3_600

/** Requires Terraform 1.0 or later. The credentials come from Terraform's AWS provider. */
export function terraformFile({ role, principalArn, externalId, permissions }: RoleDescription): string {
  const policies = readPolicies(permissions, role.partition)
  return `${[
    `# ${description}.`,
    'terraform {\n  required_providers {\n    aws = {\n      source = "hashicorp/aws"\n    }\n  }\n}',
    [
      'resource "aws_iam_role" "surveyor" {',
      `  name                 = ${hclText(role.name)}`,
      `  path                 = ${hclText(role.path)}`,
      `  description          = ${hclText(description)}`,
      `  max_session_duration = ${maxSessionSeconds}`,
      `  assume_role_policy   = ${hclDocument(trustPolicy(principalArn, externalId))}`,
      '}',
    ].join('\n'),
    ...policies.flatMap((policy, index) => [
      [
        `resource "aws_iam_policy" "surveyor_read_${index + 1}" {`,
        `  name        = ${hclText(policyName(role.name, index))}`,
        '  description = "Read permissions for scans by Surveyor"',
        `  policy      = ${hclDocument(policy)}`,
        '}',
      ].join('\n'),
      [
        `resource "aws_iam_role_policy_attachment" "surveyor_read_${index + 1}" {`,
        '  role       = aws_iam_role.surveyor.name',
        `  policy_arn = aws_iam_policy.surveyor_read_${index + 1}.arn`,
        '}',
      ].join('\n'),
    ]),
    'output "role_arn" {\n  description = "The role to verify in Surveyor"\n  value       = aws_iam_role.surveyor.arn\n}',
  ].join('\n\n')}\n`
}

/** For a POSIX shell with the AWS CLI and credentials of the account. */
export function cliCommands({ role, principalArn, externalId, permissions }: RoleDescription): string {
  const name = shellText(role.name)
  const policies = readPolicies(permissions, role.partition)
  return `${[
    'set -e',
    [
      'aws iam create-role',
      `--role-name ${name}`,
      `--path ${shellText(role.path)}`,
      `--description ${shellText(description)}`,
      `--max-session-duration ${maxSessionSeconds}`,
      `--assume-role-policy-document ${shellText(JSON.stringify(trustPolicy(principalArn, externalId)))}`,
    ].join(' \\\n  '),
    ...policies.map((policy, index) => {
      const policyArn = `arn:${role.partition}:iam::${role.accountNumber}:policy/${policyName(role.name, index)}`
      return [
        [
          'aws iam create-policy',
          `--policy-name ${shellText(policyName(role.name, index))}`,
          `--policy-document ${shellText(JSON.stringify(policy))}`,
        ].join(' \\\n  '),
        `aws iam attach-role-policy --role-name ${name} --policy-arn ${shellText(policyArn)}`,
      ].join('\n')
    }),
  ].join('\n\n')}\n`
}

/** The AWS console by partition. Other partitions have no link. */
const consoles: Readonly<Record<string, { readonly host: string; readonly region: string }>> = {
  aws: { host: 'console.aws.amazon.com', region: 'us-east-1' },
  'aws-cn': { host: 'console.amazonaws.cn', region: 'cn-north-1' },
  'aws-us-gov': { host: 'console.amazonaws-us-gov.com', region: 'us-gov-west-1' },
}

/**
 * Returns the link to the CloudFormation page that creates a stack from the hosted template, with its parameters filled
 * in; `null` if there is none.
 */
export function quickCreateLink(
  templateUrl: string,
  { role, principalArn, externalId }: Pick<RoleDescription, 'role' | 'principalArn' | 'externalId'>,
): string | null {
  const place = consoles[role.partition]
  if (place === undefined) return null
  const parameters = new URLSearchParams({
    templateURL: templateUrl,
    stackName: 'surveyor-scan-role',
    param_RoleName: role.name,
    param_PrincipalArn: principalArn,
    param_ExternalId: externalId,
  })
  return `https://${place.host}/cloudformation/home?region=${place.region}#/stacks/quickcreate?${parameters.toString()}`
}

/** IAM limits policy names to 128 characters. */
function policyName(roleName: string, index: number): string {
  return `${roleName}-read-${index + 1}`
}

function hclText(text: string): string {
  return withoutTemplates(JSON.stringify(text))
}

/** JSON is a valid Terraform expression, except for template markers. */
function hclDocument(document: PolicyDocument): string {
  return `jsonencode(${withoutTemplates(JSON.stringify(document, null, 2)).replaceAll('\n', '\n  ')})`
}

/** Escapes template markers by doubling their first character. */
function withoutTemplates(text: string): string {
  return text.replaceAll(/[$%](?=\{)/g, (sign) => sign + sign)
}

function shellText(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
