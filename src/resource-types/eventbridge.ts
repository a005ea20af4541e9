import { service } from './resource-type.ts'

export const eventBridge = service('EventBridge', {
  'AWS::Events::EventBus': {
    names: ['EventBridge event bus', 'EventBridge event buses'],
    shortNames: ['event bus', 'event buses'],
    icon: ['resource/AmazonEventBridgeCustomEventBus', 'eventbridge_custom_event_bus_resource'],
    arns: [['events', /^event-bus\/(.+)$/]],
    taggedAs: 'events:event-bus',
    inSettings: true,
    settingWords: ['EVENT BUS', 'BUS', 'EVENTBUS', 'EVENTBRIDGE'],
    onlyByRole: true,
    picture: {
      box: {
        tier: 'data',
        shelf: 'Queues, topics and event buses',
        everyAccountHas: { name: 'default', usedBy: 'AWS::Events::Rule' },
      },
      flow: 'messaging',
      connects: true,
    },
    applications: 'shared',
    exposedBy: { rule: 'resource policy', by: 'resource policy', reads: ['events:DescribeEventBus'] },
  },
  'AWS::Events::Rule': {
    namesAllItUses: true,
    names: ['EventBridge rule', 'EventBridge rules'],
    shortNames: ['rule', 'rules'],
    icon: ['resource/AmazonEventBridgeRule', 'rule_3'],
    arns: [['events', /^rule\/(.+)$/]],
    taggedAs: 'events:rule',
    picture: {
      line: {
        from: ['own', 'contained in'],
        fromNamed: ['own', 'subscribes to'],
        startsItselfBy: 'schedule',
        to: [['own', 'invokes']],
        via: 'rule',
        onFailure: 'from source',
        offStates: { disabled: 'disabled' },
      },
    },
    walk: 'through',
  },
})
