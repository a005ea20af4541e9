import { service } from './resource-type.ts'

export const eventBridgeScheduler = service('EventBridge Scheduler', {
  'AWS::Scheduler::Schedule': {
    names: ['EventBridge Scheduler schedule', 'EventBridge Scheduler schedules'],
    shortNames: ['schedule', 'schedules'],
    icon: ['resource/AmazonEventBridgeScheduler', 'eventbridge_scheduler'],
    namesAllItUses: true,
    picture: { flow: 'source' },
    normalState: 'enabled',
  },
})
