/** The dimensions of all diagrams, in pixels at 100%. */
import type { GroupForm } from '../diagram.ts'

export const card = { width: 232, height: 54, gap: 22, icon: 34, padding: 10 } as const

/** A count of one type on a card. */
export const countCard = { width: 164, height: 38, gap: 8, icon: 24, padding: 7 } as const

export const textSize = { title: 24, label: 12.5, detail: 11, caption: 12 } as const

export const page = { margin: 36, headerHeight: 70, gapToInternet: 40, minWidth: 720, maxAspect: 3 } as const

export type GroupDimensions = {
  /** Height of the header with icon and label. 0 for groups without a border. */
  readonly header: number
  readonly iconPx: number
  /** The detail is below the label, not beside it. */
  readonly twoLines: boolean
  /** Between border and content. */
  readonly padding: number
  /** Between children. */
  readonly gap: number
}

const plain = { header: 36, iconPx: 0, twoLines: false, padding: 22, gap: 22 }

export const groupDimensions: Readonly<Record<GroupForm, GroupDimensions>> = {
  account: { header: 54, iconPx: 36, twoLines: true, padding: 28, gap: 28 },
  region: { header: 54, iconPx: 36, twoLines: true, padding: 28, gap: 36 },
  network: { header: 54, iconPx: 36, twoLines: true, padding: 28, gap: 30 },
  zone: { header: 38, iconPx: 0, twoLines: false, padding: 22, gap: 28 },
  subnet: { header: 50, iconPx: 30, twoLines: true, padding: 22, gap: 22 },
  band: { header: 0, iconPx: 0, twoLines: false, padding: 0, gap: 32 },
  services: { header: 38, iconPx: 0, twoLines: false, padding: 22, gap: 24 },
  category: plain,
  outside: plain,
}
