/** The endpoint, the logs, and the sign-in of an EKS cluster, which both formats describe in blocks. */
import type { Json } from '../../../graph/resource-graph.ts'
import { type Facts, flagOf, textOf } from '../mapping.ts'
import { NotKnown, type PlanValue } from '../plan.ts'

export type ClusterEndpoint = {
  readonly isPublic: PlanValue | undefined
  readonly isPrivate: PlanValue | undefined
  readonly ranges: PlanValue | undefined
  readonly logTypes: PlanValue | undefined
  readonly authenticationMode: PlanValue | undefined
}

/** Of a cluster that sets nothing else. */
const standard = { isPublic: true, isPrivate: false, ranges: ['0.0.0.0/0'] } as const

export function clusterEndpoint({ isPublic, isPrivate, ranges, ...others }: ClusterEndpoint): Partial<Facts> {
  const mode = textOf(others.authenticationMode)
  const isModeSet = mode !== null && !(mode instanceof NotKnown && mode.why === 'computed')
  return {
    properties: {
      publicEndpoint: given(flagOf(isPublic), standard.isPublic),
      privateEndpoint: given(flagOf(isPrivate), standard.isPrivate),
      publicAccessCidrs: given(sortedTexts(ranges), standard.ranges),
      logTypes: given(sortedTexts(others.logTypes), []),
      // AWS chooses one by the version of Kubernetes.
      ...(isModeSet && { authenticationMode: mode }),
    },
  }
}

/** What nobody sets is AWS's default. */
function given(value: Json | NotKnown, otherwise: Json): Json | NotKnown {
  return value === null || (value instanceof NotKnown && value.why === 'computed') ? otherwise : value
}

function sortedTexts(value: PlanValue | undefined): readonly string[] | NotKnown | null {
  if (value instanceof NotKnown) return value
  const all = Array.isArray(value) ? (value as readonly PlanValue[]).map(textOf) : []
  const unknown = all.find((each) => each instanceof NotKnown)
  if (unknown instanceof NotKnown) return unknown
  const known = all.filter((each) => typeof each === 'string')
  return known.length === 0 ? null : known.toSorted()
}
