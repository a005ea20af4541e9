/** The dimensions of all diagrams, in pixels at 100%. */
import type { GroupForm } from '../diagram.ts'

export const card = { width: 224, height: 50, gap: 20, icon: 32, padding: 9 } as const

/** A count of one type on a card. */
export const countCard = { width: 164, height: 38, gap: 8, icon: 24, padding: 7 } as const

/** Between cards of the overview. With the usual gap, arrows turn at their arrowheads. */
export const gapBetweenCards = 30

export const textSize = { title: 24, label: 13, detail: 11, caption: 12 } as const

export const page = {
  margin: 28,
  headerHeight: 56,
  /** Usual room for the legend and what isn't drawn. */
  footHeight: 96,
  /** Room for a line between the title and the boxes. */
  aboveContent: 6,
  gapToInternet: 24,
  minWidth: 720,
  widest: 2.5,
  tallest: 2,
} as const

/** What a page is fitted into: a browser window of 1440 × 900 less its bars. */
export const screen = { width: 1440, height: 780 } as const

/** Where fitting makes labels smaller than 9 px, they are hard to read. */
export const readableScale = 9 / textSize.label

/** Labels of 6.5 px, which every first page should have when it is fitted into the screen. */
export const smallestScale = 6.5 / textSize.label

export type Size = { readonly width: number; readonly height: number }

/** How large something is shown when it is fitted into the screen, 1 for 100 %. Above 1 where there is room left. */
export function fittedScale({ width, height }: Size, into: Size = screen): number {
  return Math.min(into.width / Math.max(1, width), into.height / Math.max(1, height))
}

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

const plain = { header: 32, iconPx: 0, twoLines: false, padding: 14, gap: 20 }

export const groupDimensions: Readonly<Record<GroupForm, GroupDimensions>> = {
  account: { header: 38, iconPx: 30, twoLines: false, padding: 16, gap: 22 },
  region: { header: 38, iconPx: 30, twoLines: false, padding: 16, gap: 24 },
  network: { header: 46, iconPx: 32, twoLines: true, padding: 16, gap: 22 },
  zone: { header: 32, iconPx: 0, twoLines: false, padding: 12, gap: 20 },
  subnet: { header: 44, iconPx: 28, twoLines: true, padding: 12, gap: 20 },
  band: { header: 0, iconPx: 0, twoLines: false, padding: 0, gap: 22 },
  services: { header: 32, iconPx: 0, twoLines: false, padding: 14, gap: 20 },
  category: plain,
  outside: plain,
}
