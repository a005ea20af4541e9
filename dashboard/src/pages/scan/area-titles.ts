/** The titles of the areas of changes except exposure and coverage, which have their own lists. In the order of their ranks. */
import type { Comparison } from '../../session/comparison.ts'

export const areaTitles = [
  ['data', 'Data stores'],
  ['access', 'Access and encryption'],
  ['network', 'Network'],
  ['workload', 'Workloads'],
  ['size', 'Size'],
  ['settings', 'Other settings'],
  ['tags', 'Tags'],
] as const satisfies readonly (readonly [Comparison['changes'][number]['area'], string])[]
