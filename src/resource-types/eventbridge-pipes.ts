import { service } from './resource-type.ts'

export const eventBridgePipes = service('EventBridge Pipes', {
  'AWS::Pipes::Pipe': {
    names: ['event pipe', 'event pipes'],
    icon: ['resource/AmazonEventBridgePipes', 'eventbridge_pipes'],
    taggedAs: 'pipes:pipe',
    picture: { line: { from: ['own', 'subscribes to'], via: 'pipe' } },
    walk: 'through',
  },
})
