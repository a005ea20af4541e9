/** Loads the included worlds by name. */
import type { World } from './world.ts'

const loaders = {
  'three-tier': () => import('./worlds/three-tier.ts'),
  empty: () => import('./worlds/empty.ts'),
  denied: () => import('./worlds/denied.ts'),
  large: () => import('./worlds/large.ts'),
  full: () => import('./worlds/full.ts'),
  contrasts: () => import('./worlds/contrasts.ts'),
  demo: () => import('./worlds/demo.ts'),
  'exposure-traps': () => import('./worlds/exposure-traps.ts'),
  'serverless-shop': () => import('./worlds/serverless-shop.ts'),
  wordpress: () => import('./worlds/wordpress.ts'),
  partitions: () => import('./worlds/partitions.ts'),
} as const satisfies Record<string, () => Promise<{ readonly world: World }>>

export type WorldName = keyof typeof loaders

export const worldNames = Object.keys(loaders) as readonly WorldName[]

/** Throws a `RangeError` that lists the worlds for an unknown name. */
export async function loadWorld(name: string): Promise<World> {
  if (!Object.hasOwn(loaders, name)) throw new RangeError(`Unknown world ${name}. Worlds: ${worldNames.join(', ')}`)
  const { world } = await loaders[name as WorldName]()
  return world
}
