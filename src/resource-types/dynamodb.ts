import { service } from './resource-type.ts'

export const dynamoDB = service('DynamoDB', {
  'AWS::DynamoDB::Table': {
    names: ['DynamoDB table', 'DynamoDB tables'],
    shortNames: ['table', 'tables'],
    icon: ['resource/AmazonDynamoDBTable', 'table'],
    console: 'dynamodbv2/home#table?name=*',
    arns: [['dynamodb', /^table\/([^/]+)/]],
    taggedAs: 'dynamodb:table',
    inSettings: true,
    settingWords: ['TABLE', 'DYNAMODB', 'DYNAMO'],
    onlyByRole: true,
    picture: { box: { tier: 'data' }, flow: 'store' },
    normalState: 'active',
  },
})
