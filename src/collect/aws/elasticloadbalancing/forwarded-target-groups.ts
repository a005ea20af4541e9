/** Where the actions of listeners and rules send requests: to one target group, or to several by weight. */
import type { Action } from '@aws-sdk/client-elastic-load-balancing-v2'

/** ARNs of target groups; an action that forwards to one group names it twice. */
export function forwardedTargetGroups(actions: readonly Action[] | undefined): readonly (string | undefined)[] {
  return (actions ?? []).flatMap(({ TargetGroupArn, ForwardConfig }) => [
    TargetGroupArn,
    ...(ForwardConfig?.TargetGroups ?? []).map((group) => group.TargetGroupArn),
  ])
}

/** For example `['authenticate-cognito', 'forward']`, in the order in which they are taken. */
export function actionTypes(actions: readonly Action[] | undefined): string[] {
  return (actions ?? []).toSorted((a, b) => (a.Order ?? 0) - (b.Order ?? 0)).flatMap(({ Type }) => Type ?? [])
}
