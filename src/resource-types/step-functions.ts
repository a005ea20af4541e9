import { service } from './resource-type.ts'

export const stepFunctions = service('Step Functions', {
  'AWS::StepFunctions::StateMachine': {
    names: ['Step Functions state machine', 'Step Functions state machines'],
    shortNames: ['state machine', 'state machines'],
    icon: ['architecture-service/AWSStepFunctions', 'step_functions'],
    console: 'states/home#/statemachines/view/*',
    // A version or an alias runs its state machine.
    arns: [['states', /^stateMachine:[^:]+/]],
    taggedAs: 'states:stateMachine',
    inSettings: true,
    settingWords: ['STATE MACHINE', 'MACHINE', 'STATEMACHINE', 'STEP FUNCTION', 'WORKFLOW'],
    picture: { box: { tier: 'application' }, flow: 'caller', connects: true },
    normalState: 'active',
  },
})
