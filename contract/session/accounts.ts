/** Schemas of account connections in the dashboard API. */
import { Type } from 'typebox'
import type { Static } from 'typebox'
import { account, accountDetails } from '../account.ts'
import { accountNumber, json, nullableString, timestamp, uuid } from '../fields.ts'
import { regionsByPartition } from '../region-codes.ts'
import { regions } from '../regions.ts'
import { scanStatus } from '../scan.ts'
import { personName } from './fields.ts'

const lastScan = Type.Object(
  {
    id: uuid('The scan.'),
    region: Type.String(),
    status: scanStatus,
    createdAt: timestamp('When it was created.'),
    updatedAt: timestamp('When it last changed.'),
    coverage: Type.Object(
      {
        collected: Type.Integer(),
        denied: Type.Integer(),
        unavailable: Type.Integer(),
        failed: Type.Integer(),
      },
      { additionalProperties: false, description: 'Resource types by status, so far.' },
    ),
  },
  { title: 'LastScan', additionalProperties: false },
)

const sessionFields = {
  partition: Type.String({ description: '`aws`, `aws-cn`, `aws-us-gov`, …' }),
  imported: Type.Boolean({
    description: "Whether its scans are from snapshots. It has no IAM role and can't be scanned.",
  }),
  scanCount: Type.Integer({ description: 'Number of scans.' }),
  lastScan: Type.Union([lastScan, Type.Null()], { description: 'The newest scan, whatever its status.' }),
}

/** Items of `GET /session/accounts` (query: limit, cursor): `data.accounts`, `data.meta`. */
export const sessionAccount = Type.Object(
  { ...account.properties, ...sessionFields },
  { title: 'SessionAccount', additionalProperties: false },
)
export type SessionAccount = Static<typeof sessionAccount>

/** `GET /session/accounts/{id}`. Creating, changing, and verifying return this too. */
export const sessionAccountDetails = Type.Object(
  {
    ...accountDetails.properties,
    externalId: nullableString(
      'The external ID that is used when assuming the role; null unless the user is an admin or owner.',
    ),
    ...sessionFields,
    nextStep: nullableString('What to do next while it is not connected; otherwise null.'),
  },
  { title: 'SessionAccountDetails', additionalProperties: false },
)
export type SessionAccountDetails = Static<typeof sessionAccountDetails>

const roleIdentifier = Type.String({
  minLength: 20,
  maxLength: 2048,
  description: 'The ARN of the role; default: the role `SurveyorScan` that the template creates.',
})

/** POST /session/accounts: 201; 409 if the alias is in use. */
export const createAccountRequest = Type.Object(
  {
    alias: personName('unique in the organization'),
    cloudAccountId: accountNumber('The 12-digit AWS account ID.'),
    partition: Type.Unsafe<string>({
      type: 'string',
      enum: Object.keys(regionsByPartition),
      default: 'aws',
      title: 'Partition',
      description: 'The AWS partition.',
    }),
    roleIdentifier: Type.Optional(roleIdentifier),
  },
  { additionalProperties: false },
)

/** PATCH /session/accounts/{id}: a changed role makes the connection pending until it is verified. */
export const changeAccountRequest = Type.Object(
  { alias: Type.Optional(personName('unique in the organization')), roleIdentifier: Type.Optional(roleIdentifier) },
  { additionalProperties: false },
)

/** DELETE /session/accounts/{id}: also deletes its scans and diagrams; 409 while one of its scans is running. */
export const removedAccount = Type.Object({ removedScans: Type.Integer() }, { additionalProperties: false })

/** POST /session/accounts/{id}/verify with the body `{}`: checks the role once. */
export const verifiedAccount = Type.Object(
  {
    account: sessionAccountDetails,
    outcome: Type.Enum(['verified', 'refused', 'undecided'], {
      type: 'string',
      description: 'undecided: the result is inconclusive, and nothing changed.',
    }),
    message: nullableString('Why it was not verified and what to do; null if it was.'),
  },
  { title: 'VerifiedAccount', additionalProperties: false },
)
export type VerifiedAccount = Static<typeof verifiedAccount>

export const roleFormats = ['cloudformation', 'terraform', 'cli', 'quick-create'] as const
export type RoleFormat = (typeof roleFormats)[number]

/** GET /session/accounts/{id}/role?format=…: the IAM role to create in the account. */
export const roleInstallation = Type.Object(
  {
    format: Type.Enum([...roleFormats], { type: 'string', title: 'RoleFormat' }),
    fileName: nullableString('The file name; null for a link.'),
    content: nullableString('The file or the commands; null for a link.'),
    url: nullableString('For `quick-create`: the link; null if no template is hosted (`TEMPLATE_URL`).'),
    principal: Type.String({ description: 'The ARN that the role trusts.' }),
    externalId: Type.String(),
    roleIdentifier: Type.String({ description: 'The ARN that the role will have.' }),
  },
  { title: 'RoleInstallation', additionalProperties: false },
)
export type RoleInstallation = Static<typeof roleInstallation>

/**
 * GET /session/accounts/{id}/checklist?region=…: checks with real calls, which clients repeat until IAM changes take
 * effect. Changes nothing.
 */
export const checklistQuery = Type.Object(
  {
    region: Type.Optional(
      Type.Unsafe<string>({ type: 'string', enum: regions, title: 'Region', description: 'The region to check.' }),
    ),
  },
  { additionalProperties: false },
)

const checkStatus = Type.Enum(['passed', 'failed', 'unknown'], {
  type: 'string',
  description: 'unknown: inconclusive, or an earlier check has to pass first.',
})

export const checklist = Type.Object(
  {
    region: Type.String(),
    role: Type.Object(
      { status: checkStatus, message: nullableString('What is wrong and what to do.') },
      { additionalProperties: false, description: 'The role can be assumed with the external ID.' },
    ),
    externalId: Type.Object(
      { status: checkStatus, message: nullableString('What is wrong and what to do.') },
      { additionalProperties: false, description: 'The role cannot be assumed without it.' },
    ),
    services: Type.Array(
      Type.Object(
        {
          service: Type.String({ description: 'The prefix of its IAM actions, for example `ec2`.' }),
          status: Type.Enum(['readable', 'denied', 'unavailable', 'failed', 'unknown'], { type: 'string' }),
          missingActions: Type.Array(Type.String(), { description: 'Denied IAM actions.' }),
          types: Type.Array(Type.String(), { description: 'The resource types that need it.' }),
          message: nullableString("Why it can't be read."),
        },
        { title: 'ServiceCheck', additionalProperties: false },
      ),
      { description: 'By name. All are unknown until the role can be assumed.' },
    ),
    statement: json('The IAM policy statement that allows all missing actions; null if none is missing.'),
  },
  { title: 'Checklist', additionalProperties: false },
)
export type Checklist = Static<typeof checklist>
