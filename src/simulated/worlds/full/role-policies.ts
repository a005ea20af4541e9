/**
 * Policies of the full world's roles: exact names, wildcards, attached policies, and access that is denied in the end.
 */
import type { GlobalData } from '../../world.ts'
import { hexDigits } from '../resource-id.ts'
import { accountId, region } from '../three-tier-network.ts'
import { arn, bucketArn, created, dataKeyArn, secretArn, uuid } from './data-place.ts'

const statement = (Effect: 'Allow' | 'Deny', Action: readonly string[], ...Resource: readonly string[]) => ({
  Effect,
  Action,
  Resource,
})
const document = (...Statement: readonly object[]) => JSON.stringify({ Version: '2012-10-17', Statement })
const policyArn = (name: string) => `arn:aws:iam::${accountId}:policy/${name}`

function managed(name: string, Arn: string, ...statements: readonly object[]) {
  return {
    PolicyName: name,
    PolicyId: `ANPA${hexDigits(`policy ${name}`, 17).toUpperCase()}`,
    Arn,
    Path: '/',
    DefaultVersionId: 'v2',
    AttachmentCount: 1,
    CreateDate: created,
    PolicyVersionList: [
      { VersionId: 'v2', IsDefaultVersion: true, Document: document(...statements), CreateDate: created },
      { VersionId: 'v1', IsDefaultVersion: false, Document: document(), CreateDate: created },
    ],
  }
}

const everything = 'arn:aws:iam::aws:policy/AdministratorAccess'

export const rolePolicies: GlobalData = {
  iam: {
    roleDetails: [
      {
        RoleName: 'stock-report',
        RolePolicyList: [
          {
            PolicyName: 'data',
            PolicyDocument: document(
              statement(
                'Allow',
                ['dynamodb:*'],
                arn('dynamodb', 'table/carts'),
                `${arn('dynamodb', 'table/carts')}/index/*`,
              ),
              statement('Allow', ['s3:GetObject', 's3:PutObject'], `${bucketArn('exports')}/*`),
              statement('Allow', ['sqs:SendMessage', 'sqs:ReceiveMessage', 'sqs:DeleteMessage'], arn('sqs', 'orders')),
              statement('Allow', ['sns:Publish'], arn('sns', 'order-events')),
              statement('Allow', ['kms:Decrypt', 'kms:GenerateDataKey*'], dataKeyArn),
              statement('Allow', ['logs:CreateLogStream', 'logs:PutLogEvents'], '*'),
            ),
          },
        ],
        AttachedManagedPolicies: [{ PolicyName: 'stock-report-calls', PolicyArn: policyArn('stock-report-calls') }],
      },
      {
        RoleName: 'order-events',
        RolePolicyList: [
          {
            PolicyName: 'data',
            PolicyDocument: document(
              statement('Allow', ['dynamodb:*'], arn('dynamodb', 'table/carts')),
              statement('Deny', ['dynamodb:*Item'], '*'),
            ),
          },
        ],
      },
      {
        RoleName: 'nightly-report',
        AttachedManagedPolicies: [{ PolicyName: 'AdministratorAccess', PolicyArn: everything }],
        PermissionsBoundary: {
          PermissionsBoundaryType: 'PermissionsBoundaryPolicy',
          PermissionsBoundaryArn: policyArn('reports-at-most'),
        },
      },
      {
        RoleName: 'state-machines',
        AttachedManagedPolicies: [{ PolicyName: 'AdministratorAccess', PolicyArn: everything }],
      },
    ],
    managedPolicies: [
      managed('AdministratorAccess', everything, statement('Allow', ['*'], '*')),
      managed(
        'reports-at-most',
        policyArn('reports-at-most'),
        statement('Allow', ['s3:Get*'], `${bucketArn('exports')}/*`),
      ),
      managed(
        'stock-report-calls',
        policyArn('stock-report-calls'),
        statement('Allow', ['lambda:InvokeFunction'], arn('lambda', 'function:image-resizer')),
        statement('Allow', ['states:StartExecution'], arn('states', 'stateMachine:fulfil-order')),
        statement('Allow', ['redshift-data:*Statement'], arn('redshift', 'cluster:sales')),
        statement('Allow', ['kinesis:*'], arn('kinesis', 'stream/clicks')),
        statement('Allow', ['firehose:PutRecord*'], arn('firehose', 'deliverystream/logs-to-archive')),
        statement(
          'Allow',
          ['kafka-cluster:ReadData', 'kafka-cluster:WriteData'],
          arn('kafka', `topic/orders/${uuid('kafka orders')}-3/*`),
        ),
        statement('Allow', ['es:ESHttp*'], `${arn('es', 'domain/products')}/*`),
        statement('Allow', ['batch:SubmitJob'], `${arn('batch', 'job-definition/report')}:*`),
        statement('Allow', ['sagemaker:InvokeEndpoint'], arn('sagemaker', 'endpoint/recommendations')),
        statement('Allow', ['events:PutEvents'], arn('events', 'event-bus/orders')),
        statement('Allow', ['ssm:GetParameter', 'ssm:PutParameter'], arn('ssm', 'parameter/storefront/log-level')),
        statement('Allow', ['secretsmanager:*SecretValue'], secretArn('orders')),
        statement(
          'Allow',
          ['secretsmanager:GetSecretValue'],
          `arn:aws:secretsmanager:${region}:${accountId}:secret:reporting-??????`,
        ),
      ),
    ],
  },
}
