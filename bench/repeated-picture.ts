/** Builds a diagram of any size from the service's own diagram. */
import type { Page } from 'playwright-core'

type Picture = {
  readonly width: number
  readonly height: number
  readonly boxes: readonly Box[]
  readonly routes: readonly Route[]
}
type Point = { readonly x: number; readonly y: number }
type Box = Point & {
  readonly element: { readonly id: string }
  readonly parentId: string | null
  readonly icon: Point | null
  readonly texts: readonly Point[]
}
type Route = {
  readonly edge: { readonly id: string; readonly source: string; readonly target: string }
  readonly points: readonly Point[]
}

const gap = 80

/** Returns the service's own diagram repeatedly, side by side, until it has this number of boxes. */
export async function showBoxes(page: Page, boxes: number): Promise<void> {
  await page.unrouteAll()
  await page.route('**/content?*', async (route) => {
    const response = await route.fetch()
    const picture = (await response.json()) as Picture
    const copies = Math.ceil(boxes / picture.boxes.length)
    const columns = Math.ceil(Math.sqrt(copies))
    const moved = Array.from({ length: copies }, (_, copy) =>
      movedBy(picture, {
        name: `copy ${copy} `,
        x: (copy % columns) * (picture.width + gap),
        y: Math.floor(copy / columns) * (picture.height + gap),
      }),
    )
    await route.fulfill({
      response,
      json: {
        ...picture,
        width: columns * (picture.width + gap),
        height: columns * (picture.height + gap),
        boxes: moved.flatMap((copy) => copy.boxes),
        routes: moved.flatMap((copy) => copy.routes),
      },
    })
  })
}

function movedBy({ boxes, routes }: Picture, { name, x, y }: Point & { readonly name: string }) {
  const move = <Moved extends Point>(point: Moved): Moved => ({ ...point, x: point.x + x, y: point.y + y })
  return {
    boxes: boxes.map((box) => ({
      ...move(box),
      element: { ...box.element, id: `${name}${box.element.id}` },
      parentId: box.parentId === null ? null : `${name}${box.parentId}`,
      icon: box.icon === null ? null : move(box.icon),
      texts: box.texts.map((text) => move(text)),
    })),
    routes: routes.map(({ edge, points, ...rest }) => ({
      ...rest,
      edge: { ...edge, id: `${name}${edge.id}`, source: `${name}${edge.source}`, target: `${name}${edge.target}` },
      points: points.map((point) => move(point)),
    })),
  }
}
