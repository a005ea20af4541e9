/**
 * Schemas of the changes between two scans of the same account and region, and of resources that couldn't be compared.
 */
import { Type } from 'typebox'
import { coverageStatus } from './coverage.ts'
import { exposureComparison } from './exposure.ts'
import { json, nullableString } from './fields.ts'
import { basis, resourceReference } from './resource.ts'
import { scan } from './scan.ts'

export const comparedResource = Type.Object(
  {
    ...resourceReference.properties,
    arn: nullableString('Null if AWS provides none.'),
    name: nullableString('The `Name` tag or the name in AWS. Null if there is none.'),
  },
  { title: 'ComparedResource', additionalProperties: false },
)

export const changedResource = Type.Object(
  {
    ...comparedResource.properties,
    changes: Type.Array(
      Type.Object(
        {
          path: Type.Array(Type.String(), {
            description: 'The path of the value, for example `["properties", "state"]`.',
          }),
          before: json('The value in the base scan. Null if absent.'),
          after: json('The value in this scan. Null if absent.'),
        },
        { title: 'ChangedValue', additionalProperties: false },
      ),
    ),
  },
  { title: 'ChangedResource', additionalProperties: false },
)

export const unknownResource = Type.Object(
  {
    ...comparedResource.properties,
    unreadIn: Type.Enum(['base', 'scan'], {
      type: 'string',
      title: 'UnreadIn',
      description: "The scan that couldn't read the resource type or describe this resource.",
    }),
  },
  { title: 'UnknownResource', additionalProperties: false },
)

export const coverageChange = Type.Object(
  {
    type: Type.String({ description: 'The CloudFormation type.' }),
    before: Type.Union([coverageStatus, Type.Null()], {
      description: "In the base scan. Null if it didn't request the type.",
    }),
    after: Type.Union([coverageStatus, Type.Null()], {
      description: "In this scan. Null if it didn't request the type.",
    }),
  },
  { title: 'CoverageChange', additionalProperties: false },
)

const typeName = Type.String({ description: 'The name of the type, for example `EC2 instance`.' })

const relationEnd = Type.Object(
  {
    ...resourceReference.properties,
    name: nullableString('The `Name` tag or the name in AWS. Null if there is none, or the resource was not read.'),
    typeName,
  },
  { title: 'ComparedRelationEnd', additionalProperties: false },
)

export const comparedRelation = Type.Object(
  {
    source: relationEnd,
    verb: Type.String(),
    target: relationEnd,
    evidence: Type.String(),
    basis,
  },
  { title: 'ComparedRelation', additionalProperties: false },
)

export const changeArea = Type.Enum(
  ['exposure', 'data', 'access', 'network', 'workload', 'size', 'settings', 'tags', 'coverage'],
  {
    type: 'string',
    title: 'ChangeArea',
    description: 'What the change concerns. The most important area is first.',
  },
)

export const change = Type.Object(
  {
    rank: Type.Integer({ minimum: 1, maximum: 9, description: '1 for the most important area.' }),
    area: changeArea,
    kind: Type.Enum(['opened', 'closed', 'added', 'removed', 'replaced', 'changed', 'read', 'unread'], {
      type: 'string',
      title: 'ChangeKind',
      description:
        '`opened`, `closed`: an exposure. `replaced`: removed and added in one, because the same Auto Scaling group or CloudFormation stack made both, or both have the same name. `read`, `unread`: only this scan, or only the base scan, could read the resource type.',
    }),
    resource: Type.Object(
      {
        ...comparedResource.properties,
        id: nullableString('Null for all resources of the type, if `kind` is `read` or `unread`.'),
        typeName,
      },
      { title: 'ChangedThing', additionalProperties: false },
    ),
    replaces: Type.Union([comparedResource, Type.Null()], {
      description: 'The removed resource. Null unless `kind` is `replaced`.',
    }),
    summary: Type.String({
      description: 'One sentence, for example `bastion-ssh: Ingress + tcp 3389 from 0.0.0.0/0`.',
    }),
    details: Type.Array(
      Type.Object(
        {
          area: changeArea,
          label: Type.String({ description: 'The property, tag, or relation in words, for example `Ingress`.' }),
          removed: Type.Array(Type.String(), { description: 'Values and list items of the base scan only.' }),
          added: Type.Array(Type.String(), { description: 'Values and list items of this scan only.' }),
        },
        { title: 'ChangeDetail', additionalProperties: false },
      ),
      {
        description:
          'The most important first. Empty if the resource was added or removed, and for exposures and resource types.',
      },
    ),
  },
  { title: 'Change', additionalProperties: false },
)

export const comparison = Type.Object(
  {
    base: scan,
    changes: Type.Array(change, {
      description:
        'What happened in words, sorted by rank. Relations count as changes of their source. The other lists have the raw values of the same changes.',
    }),
    unimportant: Type.Integer({
      minimum: 0,
      description:
        'Changed resources that `changes` leaves out, because AWS changes the value by itself, for example the status while it backs up a database.',
    }),
    coverageChanged: Type.Array(coverageChange, {
      description:
        'Resource types that only one of the two scans collected, or that were not collected for another reason.',
    }),
    added: Type.Array(comparedResource),
    removed: Type.Array(comparedResource),
    changed: Type.Array(changedResource),
    unknown: Type.Array(unknownResource, {
      description:
        "Resources that couldn't be compared, because only one of the two scans could read the resource type or all details. They don't count as added, removed, or changed.",
    }),
    relationsAdded: Type.Array(comparedRelation),
    relationsRemoved: Type.Array(comparedRelation),
    exposures: exposureComparison,
  },
  { title: 'Comparison', additionalProperties: false },
)
