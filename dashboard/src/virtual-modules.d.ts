/**
 * Declares the modules that the build generates from the resource types of diagrams, see
 * `scripts/resource-kinds-plugin.ts`.
 */

declare module 'virtual:resource-names' {
  /** By CloudFormation type. */
  export const resourceNames: Readonly<Record<string, readonly [singular: string, plural: string, service: string]>>
}

declare module 'virtual:network-type' {
  /** The CloudFormation type of VPCs. */
  export const networkType: string
}

declare module 'virtual:resource-icons' {
  /** Indexes in `iconSources`, by CloudFormation type, `type/variant`, or form of a box. */
  export const iconIndex: Readonly<Record<string, number>>
  /** SVG documents. */
  export const iconSources: readonly string[]
}

declare module 'virtual:diagram-themes' {
  type BoxStyle = {
    readonly fill: string
    readonly stroke: string
    readonly strokeWidth: number
    readonly dash: string
    readonly label: string
  }
  type Theme = {
    readonly background: string
    readonly text: string
    readonly mutedText: string
    readonly plainIcon: string
    readonly node: BoxStyle
    readonly external: BoxStyle
    readonly gap: BoxStyle
    readonly hatch: string
    readonly groups: Readonly<Record<string, BoxStyle>>
    readonly count: BoxStyle
    readonly reached: Readonly<Record<string, BoxStyle>>
    readonly subnets: Readonly<Record<string, BoxStyle>>
    readonly changes: Readonly<Record<'added' | 'removed' | 'changed' | 'unknown', BoxStyle>>
    readonly changeHatch: string
    readonly edges: Readonly<Record<string, { readonly stroke: string; readonly dash: string }>>
  }
  /** The signs of changes as path data, from the center of a badge with a radius of 9. */
  export const changeSignPaths: Readonly<Record<'added' | 'removed' | 'changed' | 'unknown', string>>
  export const diagramThemes: Readonly<Record<'light' | 'dark', Theme>>
}
