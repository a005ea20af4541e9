import { service } from './resource-type.ts'

export const eventBridgePipes = service('EventBridge Pipes', {
  'AWS::Pipes::Pipe': {
    namesAllItUses: true,
    names: ['EventBridge pipe', 'EventBridge pipes'],
    shortNames: ['pipe', 'pipes'],
    icon: ['resource/AmazonEventBridgePipes', 'eventbridge_pipes'],
    taggedAs: 'pipes:pipe',
    picture: {
      line: {
        from: ['own', 'subscribes to'],
        to: [['own', 'invokes']],
        via: 'pipe',
        onFailure: 'from source',
        offStates: { stopped: 'stopped', start_failed: 'failed', create_failed: 'failed' },
      },
    },
    walk: 'through',
  },
})
