import { service } from './resource-type.ts'

export const eventBridgeScheduler = service('EventBridge Scheduler', {
  'AWS::Scheduler::Schedule': {
    names: ['schedule', 'schedules'],
    icon: ['resource/AmazonEventBridgeScheduler', 'eventbridge_scheduler'],
    picture: { flow: 'source' },
  },
})
