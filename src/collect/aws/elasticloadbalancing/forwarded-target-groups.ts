/** Finds the target groups of listener and rule actions: one group, or several with weights. */
import type { Action } from '@aws-sdk/client-elastic-load-balancing-v2'

/** Returns the ARNs of target groups. An action with one group names it twice. */
export function forwardedTargetGroups(actions: readonly Action[] | undefined): readonly (string | undefined)[] {
  return (actions ?? []).flatMap(({ TargetGroupArn, ForwardConfig }) => [
    TargetGroupArn,
    ...(ForwardConfig?.TargetGroups ?? []).map((group) => group.TargetGroupArn),
  ])
}

/** For example `['authenticate-cognito', 'forward']`, in order. */
export function actionTypes(actions: readonly Action[] | undefined): string[] {
  return (actions ?? []).toSorted((a, b) => (a.Order ?? 0) - (b.Order ?? 0)).flatMap(({ Type }) => Type ?? [])
}
