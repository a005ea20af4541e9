/**
 * Defines which IAM actions read, write, or invoke a resource, for arrows between programs and data. Reading a message
 * and then deleting it counts as reading. Listing objects doesn't, because roles that only write often have that right
 * too. Neither does reading the stream of a table, which gives no rights to its items. Searches are posted like
 * documents. Source: "Actions, resources, and condition keys for AWS services", Service Authorization Reference.
 */
import type { ResourceTypeName } from '../../../resource-types/all.ts'

export type AccessVerb = 'reads from' | 'writes to' | 'invokes'

export type AccessRule = {
  readonly verb: AccessVerb
  readonly type: ResourceTypeName
  /** The service in ARNs. */
  readonly service: string
  /** Including the prefix. */
  readonly actions: readonly string[]
}

function rule(
  verb: AccessVerb,
  type: ResourceTypeName,
  service: string,
  actions: string,
  prefix: string = service,
): AccessRule {
  return { verb, type, service, actions: actions.split(' ').map((action) => `${prefix}:${action}`) }
}

export const accessRules: readonly AccessRule[] = [
  rule(
    'reads from',
    'AWS::DynamoDB::Table',
    'dynamodb',
    'BatchGetItem GetItem PartiQLSelect Query Scan ExportTableToPointInTime',
  ),
  rule(
    'writes to',
    'AWS::DynamoDB::Table',
    'dynamodb',
    'BatchWriteItem DeleteItem PartiQLDelete PartiQLInsert PartiQLUpdate PutItem UpdateItem',
  ),
  rule('reads from', 'AWS::S3::Bucket', 's3', 'GetObject GetObjectVersion'),
  rule('writes to', 'AWS::S3::Bucket', 's3', 'DeleteObject PutObject'),
  rule('reads from', 'AWS::SQS::Queue', 'sqs', 'ReceiveMessage'),
  rule('writes to', 'AWS::SQS::Queue', 'sqs', 'SendMessage'),
  rule('writes to', 'AWS::SNS::Topic', 'sns', 'Publish'),
  rule('reads from', 'AWS::KMS::Key', 'kms', 'Decrypt'),
  rule('writes to', 'AWS::KMS::Key', 'kms', 'Encrypt GenerateDataKey GenerateDataKeyWithoutPlaintext'),
  rule('reads from', 'AWS::SecretsManager::Secret', 'secretsmanager', 'GetSecretValue'),
  rule('writes to', 'AWS::SecretsManager::Secret', 'secretsmanager', 'PutSecretValue UpdateSecret'),
  rule('reads from', 'AWS::SSM::Parameter', 'ssm', 'GetParameter GetParameters GetParametersByPath'),
  rule('writes to', 'AWS::SSM::Parameter', 'ssm', 'PutParameter'),
  rule('reads from', 'AWS::Kinesis::Stream', 'kinesis', 'GetRecords SubscribeToShard'),
  rule('writes to', 'AWS::Kinesis::Stream', 'kinesis', 'PutRecord PutRecords'),
  rule('reads from', 'AWS::MSK::Cluster', 'kafka', 'ReadData', 'kafka-cluster'),
  rule('writes to', 'AWS::MSK::Cluster', 'kafka', 'WriteData', 'kafka-cluster'),
  rule('writes to', 'AWS::KinesisFirehose::DeliveryStream', 'firehose', 'PutRecord PutRecordBatch'),
  rule('writes to', 'AWS::Events::EventBus', 'events', 'PutEvents'),
  rule('invokes', 'AWS::Lambda::Function', 'lambda', 'InvokeFunction InvokeFunctionUrl'),
  rule('reads from', 'AWS::OpenSearchService::Domain', 'es', 'ESHttpGet ESHttpHead ESHttpPost'),
  rule('writes to', 'AWS::OpenSearchService::Domain', 'es', 'ESHttpDelete ESHttpPatch ESHttpPost ESHttpPut'),
  // Statements may do both.
  rule('reads from', 'AWS::Redshift::Cluster', 'redshift', 'BatchExecuteStatement ExecuteStatement', 'redshift-data'),
  rule('writes to', 'AWS::Redshift::Cluster', 'redshift', 'BatchExecuteStatement ExecuteStatement', 'redshift-data'),
  rule('invokes', 'AWS::Batch::JobDefinition', 'batch', 'SubmitJob'),
  rule(
    'invokes',
    'AWS::SageMaker::Endpoint',
    'sagemaker',
    'InvokeEndpoint InvokeEndpointAsync InvokeEndpointWithResponseStream',
  ),
  rule('invokes', 'AWS::StepFunctions::StateMachine', 'states', 'StartExecution StartSyncExecution'),
]

/**
 * What actions work on, as ARNs write it after the resource. `''` is the resource itself, which is all that the actions
 * not listed here work on.
 */
const partsByAction: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    's3:GetObject': ['/'],
    's3:GetObjectVersion': ['/'],
    's3:DeleteObject': ['/'],
    's3:PutObject': ['/'],
    'dynamodb:PartiQLSelect': ['', '/index'],
    'dynamodb:Query': ['', '/index'],
    'dynamodb:Scan': ['', '/index'],
    'kafka-cluster:ReadData': ['/topic'],
    'kafka-cluster:WriteData': ['/topic'],
    'kinesis:SubscribeToShard': ['', '/consumer'],
    'batch:SubmitJob': ['', ':'],
    'es:ESHttpDelete': ['/'],
    'es:ESHttpGet': ['/'],
    'es:ESHttpHead': ['/'],
    'es:ESHttpPatch': ['/'],
    'es:ESHttpPost': ['/'],
    'es:ESHttpPut': ['/'],
    'lambda:InvokeFunction': ['', ':'],
    'lambda:InvokeFunctionUrl': ['', ':'],
  }),
)

export function partsFor(action: string): readonly string[] {
  return partsByAction.get(action) ?? ['']
}
