import { service } from './resource-type.ts'

export const eventBridge = service('EventBridge', {
  'AWS::Events::EventBus': {
    names: ['event bus', 'event buses'],
    icon: ['resource/AmazonEventBridgeCustomEventBus', 'eventbridge_custom_event_bus_resource'],
    arns: [['events', /^event-bus\/(.+)$/]],
    taggedAs: 'events:event-bus',
    inSettings: true,
    picture: {
      box: {
        tier: 'data',
        shelf: 'Queues, topics and event buses',
        everyAccountHas: { name: 'default', usedBy: 'AWS::Events::Rule' },
      },
      flow: 'messaging',
    },
  },
  'AWS::Events::Rule': {
    names: ['event rule', 'event rules'],
    icon: ['resource/AmazonEventBridgeRule', 'rule_3'],
    arns: [['events', /^rule\/(.+)$/]],
    taggedAs: 'events:rule',
    picture: { line: { from: ['own', 'contained in'], via: 'rule' } },
    walk: 'through',
  },
})
