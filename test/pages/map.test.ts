import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type DashboardPage,
  expectShown,
  findBrowser,
  openTestDashboard,
  type TestDashboard,
} from '../support/dashboard.ts'

const browser = await findBrowser()

type Placed = {
  readonly boxes: readonly {
    readonly element: { readonly kind: string; readonly id: string; readonly form: string; readonly label: string }
    readonly parentId: string | null
    readonly texts: readonly unknown[]
  }[]
}

describe.skipIf(browser === null)('the map', () => {
  let dashboard: TestDashboard
  let viewer: DashboardPage
  let address: string
  let diagramId: string
  let placed: Placed
  /** The first page of each view. */
  let mapOf: (view: string) => Promise<{ readonly address: string; readonly placed: Placed }>

  beforeAll(async () => {
    dashboard = await openTestDashboard(browser as NonNullable<typeof browser>)
    const scan = await dashboard.running.scan()
    const { diagrams } = await dashboard.running.get<{ diagrams: readonly { id: string; type: string }[] }>(
      `/api/diagrams?scanId=${scan.id}`,
    )
    const idOfView = (view: string) => diagrams.find(({ type }) => type === view)?.id ?? ''
    diagramId = idOfView('architecture')
    viewer = await dashboard.member('viewer')
    mapOf = async (view) => {
      const content = await viewer.page.request.get(`/session/diagrams/${idOfView(view)}/content?format=json`)
      return { address: `/scans/${scan.id}/map/${idOfView(view)}`, placed: (await content.json()) as Placed }
    }
    ;({ address, placed } = await mapOf('architecture'))
  })
  afterAll(async () => {
    await dashboard.close()
    await browser?.close()
  })

  const node = (id: string) => viewer.page.locator(`.react-flow__node[data-id="${id}"]`)
  const idOf = (label: string) => placed.boxes.find(({ element }) => element.label === label)?.element.id ?? label
  /** Opens the map without changing where it opens. */
  const openOnly = async (query = '') => {
    await viewer.page.goto(`${address}${query}`)
    await node(idOf('web-1')).waitFor()
    await comeToRest()
  }
  const open = async (query = '') => {
    await openOnly(query)
    await viewer.page.getByRole('button', { name: 'Zoom to fit' }).click()
    await comeToRest()
  }
  /** The frame around a diagram changes its size after the diagram was drawn. The diagram is then fitted again. */
  const comeToRest = async () => {
    let before = ''
    await expect
      .poll(
        async () => {
          const [last, now] = [before, JSON.stringify(await node(idOf('web-1')).boundingBox())]
          before = now
          return now === last
        },
        { interval: 250 },
      )
      .toBe(true)
  }
  const panel = () => viewer.page.locator('#map-panel')
  /** Whether all boxes are within the canvas and couldn't be much larger. */
  const isFitted = () =>
    viewer.page.evaluate<boolean>(`(() => {
      const canvas = document.querySelector('.map-canvas').getBoundingClientRect()
      const boxes = [...document.querySelectorAll('.react-flow__node')].map((box) => box.getBoundingClientRect())
      const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))]
      const [right, bottom] = [Math.max(...boxes.map((box) => box.right)), Math.max(...boxes.map((box) => box.bottom))]
      const isWithin = left >= canvas.left && top >= canvas.top && right <= canvas.right && bottom <= canvas.bottom
      return isWithin && (right - left > canvas.width * 0.85 || bottom - top > canvas.height * 0.85)
    })()`)

  test('shows every visible box of the diagram', async () => {
    await open()
    const drawn = placed.boxes.filter(
      ({ element, texts }) =>
        element.kind === 'node' || texts.length > 0 || !['band', 'services'].includes(element.form),
    )
    await expect.poll(() => viewer.page.locator('.react-flow__node').count()).toBe(drawn.length)
    expect(drawn.length).toBeGreaterThan(30)
  })

  const viewport = () => viewer.page.locator('.react-flow__viewport').getAttribute('style')
  const query = (name: string) => new URL(viewer.page.url()).searchParams.get(name)
  const placeOf = async (id: string) => (await node(id).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const canvasPlace = async () =>
    (await viewer.page.locator('.map-canvas').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const withSize = async (size: { width: number; height: number }, work: () => Promise<void>) => {
    await viewer.page.setViewportSize(size)
    try {
      await work()
    } finally {
      await viewer.page.setViewportSize({ width: 1280, height: 900 })
    }
  }

  test('opens at the internet at full size where the labels of the whole diagram would be unreadable', async () => {
    // Narrow enough to center the internet without wasting space beside the diagram.
    await withSize({ width: 800, height: 900 }, async () => {
      await openOnly()
      expect(await viewport()).toContain('scale(1)')
      const [internet, canvas] = [await placeOf('internet'), await canvasPlace()]
      expect(internet.x + internet.width / 2).toBeCloseTo(canvas.x + canvas.width / 2, -1)
      expect(internet.y - canvas.y).toBeGreaterThan(0)
      expect(internet.y - canvas.y).toBeLessThan(60)
      expect(await isFitted()).toBe(false)
    })
    await openOnly()
    // Its place is the default, which the URL doesn't repeat.
    expect(query('at')).toBeNull()
  })

  test('opens fitted where labels stay readable, and fits again when the window is resized', async () => {
    await withSize({ width: 2400, height: 1600 }, async () => {
      await openOnly()
      await expect.poll(isFitted).toBe(true)
      expect(await viewer.page.locator('.map-minimap').count()).toBe(0)
    })
    await expect.poll(viewport).toContain('scale(1)')
  })

  test('stays fitted after “Zoom to fit” until the user moves it', async () => {
    await open()
    await expect.poll(isFitted).toBe(true)
    for (const size of [
      { width: 700, height: 900 },
      { width: 1280, height: 900 },
    ]) {
      await viewer.page.setViewportSize(size)
      await expect.poll(isFitted).toBe(true)
    }
    await viewer.page.locator('.map-canvas').hover()
    await viewer.page.mouse.wheel(0, -300)
    await expect.poll(isFitted).toBe(false)
    await expect.poll(() => viewer.page.locator('.map-moving').count()).toBe(0)
    const place = await viewport()
    await withSize({ width: 1280, height: 800 }, async () => {
      await expect.poll(async () => (await canvasPlace()).height).toBeLessThan(760)
      expect(await viewport()).toBe(place)
    })
  })

  test('its minimap covers no box where a corner is free', async () => {
    await openOnly()
    const minimap = (await viewer.page.locator('.map-minimap').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    expect(minimap.width).toBeGreaterThan(100)
    const resources = placed.boxes.filter(({ element }) => element.kind === 'node')
    const covered = await Promise.all(
      resources.map(async ({ element }) => {
        const { x, y, width, height } = await placeOf(element.id)
        const isBeside = x >= minimap.x + minimap.width || x + width <= minimap.x
        return !isBeside && y < minimap.y + minimap.height && y + height > minimap.y
      }),
    )
    expect(covered.filter(Boolean)).toEqual([])
  })

  test('keeps pan and zoom in the URL through a reload and Back, without history entries', async () => {
    await openOnly()
    const entries = await viewer.page.evaluate<number>('history.length')
    await viewer.page.locator('.map-canvas').hover()
    await viewer.page.mouse.wheel(0, 240)
    await expect.poll(() => query('at')).toMatch(/^-?\d+,-?\d+,\d+$/)
    expect(await viewer.page.evaluate<number>('history.length')).toBe(entries)
    await comeToRest()
    const [at, place] = [query('at'), await placeOf(idOf('web-1'))]
    const isThere = async () => {
      const now = await placeOf(idOf('web-1'))
      return Math.abs(now.x - place.x) < 10 && Math.abs(now.y - place.y) < 10
    }
    await viewer.page.reload()
    await node(idOf('web-1')).waitFor()
    await expect.poll(isThere).toBe(true)
    expect(query('at')).toBe(at)
    await viewer.page.getByRole('button', { name: /^View / }).click()
    await viewer.page.getByRole('option', { name: 'Network' }).click()
    await expectShown(viewer.page.getByRole('application', { name: /^Diagram: Network/ }))
    expect(query('at')).toBeNull()
    await viewer.page.goBack()
    await expectShown(viewer.page.getByRole('application', { name: /^Diagram: Architecture/ }))
    await expect.poll(isThere).toBe(true)
    expect(query('at')).toBe(at)
  })

  test('moves nothing when details open and close over it, also with the first click', async () => {
    await open()
    await expect.poll(isFitted).toBe(true)
    const [before, canvas] = [await viewport(), await canvasPlace()]
    await node(idOf('web-1')).click()
    await expectShown(panel().getByText(/Evidence: .*SubnetId/))
    await comeToRest()
    expect(await viewport()).toBe(before)
    expect(await canvasPlace()).toEqual(canvas)
    await panel().getByRole('button', { name: 'Close details' }).click()
    await expect.poll(() => panel().count()).toBe(0)
    await comeToRest()
    expect(await viewport()).toBe(before)
  })

  test('details open at the side where they do not cover the box', async () => {
    await open()
    await expect.poll(isFitted).toBe(true)
    const rightmost = async () => {
      const places = await Promise.all(
        placed.boxes
          .filter(({ element }) => element.kind === 'node')
          .map(async ({ element }) => ({ id: element.id, x: (await placeOf(element.id)).x })),
      )
      return places.reduce((last, each) => (each.x > last.x ? each : last)).id
    }
    const id = await rightmost()
    const before = await placeOf(id)
    await node(id).click()
    await panel().waitFor()
    const details = (await panel().boundingBox()) ?? { x: 0, width: 1e6 }
    expect(details.x + details.width).toBeLessThan(before.x)
    expect(await placeOf(id)).toEqual(before)
    await viewer.page.keyboard.press('Escape')
    await expect.poll(() => panel().count()).toBe(0)
    // At the right where the box leaves room for them.
    await node(idOf('us-east-1')).click({ position: { x: 8, y: 8 } })
    await expectShown(panel().getByRole('heading', { name: 'us-east-1' }))
    const canvas = await canvasPlace()
    const right = (await panel().boundingBox()) ?? { x: 0, width: 0 }
    expect(right.x + right.width).toBe(canvas.x + canvas.width)
  })

  test('is named once in its heading', async () => {
    await open()
    expect(await viewer.page.getByRole('heading', { level: 1 }).allTextContents()).toEqual([
      'Architecture of storefront-production, us-east-1',
    ])
  })

  test('shows the first match on Enter right after typing, then the next', async () => {
    await open()
    // In one step, like fast typing before the diagram is drawn again.
    await viewer.page.evaluate(`(() => {
      const field = document.querySelector('.map-bar input')
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, 'web-')
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 13, bubbles: true }))
    })()`)
    const heading = panel().getByRole('heading', { level: 2 })
    await heading.waitFor()
    const first = await heading.textContent()
    expect(first).toMatch(/^web-\d$/)
    await viewer.page.getByLabel('Search diagram').press('Enter')
    await expect.poll(() => heading.textContent()).not.toBe(first)
    expect(await heading.textContent()).toMatch(/^web-\d$/)
  })

  test('closes its details with Escape from any focus, after open menus', async () => {
    await open()
    const { keyboard } = viewer.page
    const search = viewer.page.getByLabel('Search diagram')
    const select = async () => {
      await node(idOf('web-1')).click()
      await expectShown(panel().getByText(/Evidence: .*SubnetId/))
    }
    await select()
    await keyboard.press('Escape')
    await expect.poll(() => panel().count()).toBe(0)

    await select()
    await panel()
      .getByRole('button', { name: /^Relations/ })
      .focus()
    await keyboard.press('Escape')
    await expect.poll(() => panel().count()).toBe(0)
    await expect
      .poll(() => viewer.page.locator('.map-canvas').evaluate((canvas) => canvas.matches(':focus')))
      .toBe(true)

    await select()
    await search.fill('web')
    await keyboard.press('Escape')
    await expect.poll(() => search.inputValue()).toBe('')
    expect(await panel().count()).toBe(1)
    await keyboard.press('Escape')
    await expect.poll(() => panel().count()).toBe(0)

    await select()
    await viewer.page.getByRole('button', { name: 'Filter' }).click()
    await viewer.page.getByRole('dialog').waitFor()
    await keyboard.press('Escape')
    await viewer.page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await panel().count()).toBe(1)
    await viewer.page.getByRole('button', { name: 'Show', exact: true }).click()
    await viewer.page.getByRole('menuitem', { name: 'Collapse all groups' }).waitFor()
    await keyboard.press('Escape')
    await viewer.page.getByRole('menuitem', { name: 'Collapse all groups' }).waitFor({ state: 'detached' })
    expect(await panel().count()).toBe(1)
  })

  test('lists the resources of a box by name and ID, each once', async () => {
    const inventory = await mapOf('inventory')
    const box = inventory.placed.boxes.find(({ element }) => element.label === '12 instances')?.element
    await viewer.page.goto(`${inventory.address}?box=${encodeURIComponent(box?.id ?? '')}`)
    const web = panel().getByRole('listitem').filter({ hasText: 'web-1' })
    await web.getByText(/^EC2 instance i-\w+$/).waitFor()
    await expectShown(web.getByRole('button', { name: 'web-1', exact: true }))
    expect((await panel().innerText()).match(/web-1/g)).toHaveLength(1)
    const names = (await panel().getByRole('listitem').allInnerTexts()).map((text) => text.split('\n')[0])
    expect(names.slice(0, 5)).toEqual(['api-1', 'api-2', 'api-3', 'load-test', 'web-1'])
    await web.getByRole('button', { name: 'web-1', exact: true }).click()
    await expectShown(panel().getByText(/Evidence: .*SubnetId/))
  })

  test('lists the resources of a security group once, and names other groups in its rules', async () => {
    const security = await mapOf('security')
    const idIn = (label: string) => security.placed.boxes.find(({ element }) => element.label === label)?.element.id
    await viewer.page.goto(`${security.address}?box=${encodeURIComponent(idIn('storefront-web') ?? '')}`)
    await viewer.page.locator(`.react-flow__node[data-id="${idIn('storefront-web')}"]`).click()
    await panel().getByText('Attached to 6 EC2 instances').waitFor()
    const carrier = panel().getByRole('listitem').filter({ hasText: 'web-1' })
    await carrier.getByText(/^EC2 instance i-\w+\. Evidence: /).waitFor()
    const said = await panel().innerText()
    expect(said.match(/web-1/g)).toHaveLength(1)
    expect(said).toMatch(/storefront-public-alb \(sg-\w+\)/)
  })

  test('finds ports and properties, and goes to matches that other pages have', async () => {
    await open()
    const search = viewer.page.getByLabel('Search diagram')
    await search.fill('m7g.large')
    await expect.poll(() => node(idOf('catalog')).getAttribute('class')).toContain('map-dim')
    await search.fill('tcp 5432')
    // The rules are on security groups, which have no boxes here.
    const others = viewer.page.getByRole('button', { name: /^\d+ on other pages$/ })
    await expectShown(others)
    await expect.poll(() => node(idOf('orders-1')).getAttribute('class')).not.toContain('map-dim')
    expect(await node(idOf('web-1')).getAttribute('class')).toContain('map-dim')
    await others.click()
    await expectShown(viewer.page.getByRole('application', { name: /^Diagram: Inventory/ }))
    expect(query('q')).toBe('tcp 5432')
    await expectShown(viewer.page.getByText(/^\d+ match(es)?$/))
    await expect
      .poll(() => viewer.page.locator('.react-flow__node:not(.map-dim):not(.map-quiet)').count())
      .toBeGreaterThan(0)
    expect(await others.count()).toBe(0)
    // At the first of them, in sight.
    const first = viewer.page.locator('.react-flow__node:has(.map-selection)')
    await expectShown(first)
    expect(await first.getAttribute('class')).not.toContain('map-dim')
    await expectShown(panel().getByRole('heading', { level: 2 }))
    const [box, canvas] = [(await first.boundingBox()) ?? { x: 0, y: 0 }, await canvasPlace()]
    expect(box.x).toBeGreaterThan(canvas.x)
    expect(box.x).toBeLessThan(canvas.x + canvas.width)
    expect(box.y).toBeGreaterThan(canvas.y)
    expect(box.y).toBeLessThan(canvas.y + canvas.height)
  })

  test('dims boxes that do not match, and moves nothing', async () => {
    await open()
    await expect.poll(isFitted).toBe(true)
    const before = await node(idOf('api-1')).boundingBox()
    await viewer.page.getByLabel('Search diagram').fill('web-')
    await expectShown(viewer.page.getByText('6 matches'))
    await expect.poll(() => node(idOf('api-1')).getAttribute('class')).toContain('map-dim')
    await expect.poll(() => node(idOf('web-1')).getAttribute('class')).not.toContain('map-dim')
    expect(await node(idOf('api-1')).boundingBox()).toEqual(before)
    // No arrow is between matches.
    await expect.poll(() => viewer.page.locator('.map-routes > g:not(.map-faint)').count()).toBe(0)
    await viewer.page.getByLabel('Search diagram').fill('')
    await expect.poll(() => viewer.page.locator('.map-routes > g.map-faint').count()).toBe(0)
  })

  test('shows the properties of a box, and follows its relations', async () => {
    await open()
    await node(idOf('web-1')).click()
    await expectShown(panel().getByRole('heading', { name: 'web-1' }))
    await expectShown(panel().getByText(/Evidence: .*SubnetId/))
    await panel().getByRole('button', { name: 'storefront-app-a' }).click()
    await expectShown(panel().getByRole('heading', { name: 'storefront-app-a' }))
    await expect.poll(() => new URL(viewer.page.url()).searchParams.get('box')).toBe(idOf('storefront-app-a'))
  })

  test('opens at the box in the URL', async () => {
    await open(`?box=${encodeURIComponent(idOf('orders'))}`)
    await expectShown(panel().getByRole('heading', { name: 'orders' }))
    await expect.poll(() => node(idOf('orders')).locator('.map-selection').count()).toBe(1)
  })

  test('opens at a resource that a link names alone, under its name, drawn or not', async () => {
    const [, scanId = ''] = /scans\/([\w-]+)/.exec(address) ?? []
    const resources = await dashboard.running.resources(scanId)
    const linkTo = (type: string, name: string) => {
      const id = resources.find((resource) => resource.type === type && resource.name === name)?.id
      return `?resource=${encodeURIComponent(`${type}~${id}`)}`
    }
    await open(linkTo('AWS::EC2::Instance', 'web-1'))
    await expectShown(panel().getByRole('heading', { name: 'web-1' }))
    await expect.poll(() => node(idOf('web-1')).locator('.map-selection').count()).toBe(1)
    const group = resources.find(({ type }) => type === 'AWS::EC2::SecurityGroup')?.name ?? ''
    await open(linkTo('AWS::EC2::SecurityGroup', group))
    await expectShown(panel().getByText('This resource isn’t in this diagram.'))
    await expectShown(panel().getByRole('heading', { name: group, exact: true }))
  })

  test('that does not exist, or belongs to another scan, shows an error with a link to the scan', async () => {
    const { page } = viewer
    const other = await dashboard.running.scan()
    const ofOther = address.replace(/scans\/[\w-]+/, `scans/${other.id}`)
    for (const none of [address.replace(diagramId, 'no-id'), ofOther]) {
      await page.goto(none)
      await expectShown(page.getByText('Diagram not found'))
      await page.getByRole('heading', { name: 'Diagram', level: 1 }).waitFor()
      await page.getByRole('link', { name: 'Go to the scan' }).click()
      await page.getByRole('heading', { name: /^storefront-production/, level: 1 }).waitFor()
    }
  })

  test('collapses a group to one box and expands it again', async () => {
    await open(`?box=${encodeURIComponent(idOf('storefront-app-a'))}`)
    const inside = placed.boxes.filter(({ parentId }) => parentId === idOf('storefront-app-a')).length
    expect(inside).toBeGreaterThan(1)
    const before = await viewer.page.locator('.react-flow__node').count()
    await panel().getByRole('button', { name: 'Collapse' }).click()
    await expectShown(viewer.page.getByText(`${inside} resources, collapsed`))
    await expect.poll(() => viewer.page.locator('.react-flow__node').count()).toBe(before - inside)
    await panel().getByRole('button', { name: 'Expand' }).click()
    await node(idOf('web-1')).waitFor()
    await expect.poll(() => viewer.page.locator('.react-flow__node').count()).toBe(before)
  })

  test('switches layers off and on', async () => {
    await open()
    const lines = viewer.page.locator('.map-routes > g')
    await expect.poll(() => lines.count()).toBeGreaterThan(0)
    const all = await lines.count()
    await viewer.page.getByRole('button', { name: 'Show', exact: true }).click()
    await viewer.page.getByRole('menuitemcheckbox', { name: 'Requests' }).click()
    await expect.poll(() => lines.count()).toBeLessThan(all)
    const fewer = await lines.count()
    await viewer.page.reload()
    await node(idOf('web-1')).waitFor()
    await expect.poll(() => lines.count()).toBe(fewer)
  })

  /** The toolbar's button, because the alert of a filter without matches has one too. */
  const clearFilter = () =>
    viewer.page.getByRole('toolbar', { name: 'Diagram' }).getByRole('button', { name: 'Clear filter' })

  test('draws the filtered diagram', async () => {
    await open()
    await viewer.page.getByRole('button', { name: 'Filter' }).click()
    const dialog = viewer.page.getByRole('dialog')
    await dialog.getByLabel('Focus resource', { exact: true }).fill('web-1')
    await dialog.getByRole('button', { name: 'Apply filter' }).click()
    await clearFilter().waitFor()
    await node(idOf('web-1')).waitFor()
    await expect.poll(() => viewer.page.locator('.react-flow__node').count()).toBeLessThan(20)
    await expect.poll(() => node(idOf('web-1')).count()).toBe(1)
    await clearFilter().click()
    await node(idOf('orders')).waitFor()
  })

  test('shows an invalid filter, and shows the whole diagram again', async () => {
    await open()
    await viewer.page.getByRole('button', { name: 'Filter' }).click()
    const dialog = viewer.page.getByRole('dialog')
    await dialog.getByLabel('Focus resource', { exact: true }).fill('no such thing at all')
    await dialog.getByRole('button', { name: 'Apply filter' }).click()
    await expectShown(clearFilter())
    await clearFilter().click()
    await expect.poll(() => clearFilter().count()).toBe(0)
  })

  test('can be navigated by keyboard alone, and announces the position', async () => {
    await open()
    await viewer.page.getByRole('application', { name: /^Diagram:/ }).focus()
    await viewer.page.keyboard.press('ArrowDown')
    const first = await panel().getByRole('heading', { level: 2 }).textContent()
    await viewer.page.keyboard.press('ArrowDown')
    await expect.poll(() => panel().getByRole('heading', { level: 2 }).textContent()).not.toBe(first)
    const said = viewer.page.getByRole('application', { name: /^Diagram:/ }).getByRole('status')
    const second = await panel().getByRole('heading', { level: 2 }).textContent()
    await expect.poll(() => said.textContent()).toContain(second ?? '-')
    await viewer.page.keyboard.press('Escape')
    await expect.poll(() => panel().count()).toBe(0)
    await viewer.page.keyboard.press('/')
    const search = viewer.page.getByLabel('Search diagram')
    await expect.poll(() => search.evaluate((field) => field.matches(':focus'))).toBe(true)
  })

  test('has a legend and lists resources that are not drawn', async () => {
    await open()
    await viewer.page.getByRole('button', { name: 'Legend' }).click()
    const legend = viewer.page.getByRole('region', { name: 'Legend' })
    await expectShown(legend.getByText('Isolated subnet', { exact: true }))
    await expectShown(legend.getByText('8 security groups'))
  })

  test('can be exported in each format', async () => {
    await open()
    await viewer.page.getByRole('button', { name: /Export/ }).click()
    const [download] = await Promise.all([
      viewer.page.waitForEvent('download'),
      viewer.page.getByRole('menuitem', { name: 'SVG' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^storefront-production-us-east-1-architecture-\d{4}-\d\d-\d\d\.svg$/)
    expect(await readFile(await download.path(), 'utf8')).toContain('web-1')
  })

  test('exports what is shown: without hidden layers, with collapsed groups as boxes', async () => {
    const subnet = idOf('storefront-app-a')
    await viewer.page.goto(`${address}?collapsed=${encodeURIComponent(subnet)}&hide=request&hide=event`)
    await viewer.page.getByText('resources, collapsed').first().waitFor()
    await viewer.page.getByRole('button', { name: /Export/ }).click()
    const [download] = await Promise.all([
      viewer.page.waitForEvent('download'),
      viewer.page.getByRole('menuitem', { name: 'SVG' }).click(),
    ])
    const text = await readFile(await download.path(), 'utf8')
    expect(text).toMatch(/>4 collapsed · [^<]*</)
    expect(text).not.toContain('>web-1<')
    // In another subnet.
    expect(text).toContain('>web-2<')
    expect(text).toContain('Hidden: requests')
    expect(text).not.toContain('>requests<')
  })

  test('zooms, fits and changes the view', async () => {
    await open()
    const transform = () => viewer.page.locator('.react-flow__viewport').getAttribute('style')
    const before = await transform()
    await viewer.page.getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(transform).not.toBe(before)
    await viewer.page.getByRole('button', { name: /^View / }).click()
    await viewer.page.getByRole('option', { name: 'Network' }).click()
    await expectShown(viewer.page.getByRole('application', { name: /^Diagram: Network/ }))
  })

  test('toggles full screen', async () => {
    await open()
    const fills = () => viewer.page.evaluate<boolean>("document.fullscreenElement?.matches('.map-view') ?? false")
    const button = viewer.page.getByRole('button', { name: 'Full screen' })
    await button.click()
    await expect.poll(fills).toBe(true)
    await expectShown(node(idOf('web-1')))
    await button.click()
    await expect.poll(fills).toBe(false)
  })

  const ask = (name: string) => viewer.page.getByRole('button', { name, exact: true }).click()
  const answer = () => viewer.page.locator('.map-answer')
  const isDim = async (id: string) => ((await node(id).getAttribute('class')) ?? '').includes('map-dim')

  test('highlights what the internet can reach, and its open ports, and keeps the question in the URL', async () => {
    await open()
    await ask('Public')
    await expectShown(answer().getByText(/^\d+ resources reachable from the internet\./))
    await expect.poll(() => isDim(idOf('load-test'))).toBe(true)
    expect(await isDim(idOf('storefront-public'))).toBe(false)
    expect(await isDim('internet')).toBe(false)
    expect(await viewer.page.locator('.map-routes > .map-lit').count()).toBeGreaterThan(1)
    await viewer.page.reload()
    await expectShown(answer().getByText(/reachable from the internet/))
    await ask('Open ports')
    await expectShown(answer().getByText(/with ports open to the internet: .*tcp 443/))
    await viewer.page.getByRole('button', { name: 'Close result' }).click()
    await expect.poll(() => answer().count()).toBe(0)
    await expect.poll(() => isDim(idOf('load-test'))).toBe(false)
  })

  test('says so when nothing matches, and dims nothing', async () => {
    await open()
    await ask('Not read')
    await expectShown(answer().getByText('Nothing in this diagram is marked as unread.'))
    expect(await viewer.page.locator('.map-dim').count()).toBe(0)
    await ask('Changed')
    await expectShown(answer().getByText(/earlier completed scan|Nothing was added or changed/i))
    await ask('Unused')
    await expectShown(answer().getByText(/unused/i))
  })

  test('draws who uses a box, what it uses, and what breaks without it', async () => {
    await open()
    await node(idOf('web-1')).click()
    await ask('Who uses it')
    await expectShown(answer().getByText('1 box uses web-1.'))
    await expect.poll(() => viewer.page.locator('.map-routes > .map-lit').count()).toBe(1)
    expect(await isDim(idOf('storefront-public'))).toBe(false)
    expect(await isDim(idOf('api-1'))).toBe(true)
    await viewer.page.goto(`${address}?box=${encodeURIComponent(idOf('storefront-public'))}&ask=uses`)
    await expectShown(answer().getByText(/^storefront-public uses \d+ boxes\.$/))
    await node(idOf('orders')).waitFor()
    await viewer.page.goto(
      `${address}?box=${encodeURIComponent(idOf('orders'))}&resource=${encodeURIComponent(idOf('orders').replace('/', '~'))}&ask=impact`,
    )
    await expectShown(answer().getByText(/^Without orders: \d+ break/))
    // The diagram’s arrows of a cluster are members. Its instances break.
    await expect.poll(() => isDim(idOf('orders-1'))).toBe(false)
    expect(await isDim(idOf('web-1'))).toBe(true)
  })

  test('shows whether the picked box can reach the selected one', async () => {
    await open()
    await node(idOf('api-1')).click()
    await ask('Can X reach it?')
    await expectShown(answer().getByText('Pick the box where the connection starts.'))
    await node(idOf('storefront-internal')).click()
    await expectShown(answer().getByText(/^storefront-internal can(’t)? reach api-1 over TCP 443\./))
    await panel().getByLabel('Protocol and port').fill('tcp 9000')
    await expectShown(answer().getByText('storefront-internal can reach api-1 over TCP 9000.'))
    expect(query('over')).toBe('tcp 9000')
    await expect.poll(() => isDim(idOf('web-1'))).toBe(true)
    expect(await isDim(idOf('storefront-internal'))).toBe(false)
    await viewer.page.keyboard.press('Escape')
    await expect.poll(() => answer().count()).toBe(0)
    // A box of several says which of them was checked.
    const inventory = await mapOf('inventory')
    const from = encodeURIComponent(idOf('web-1'))
    const resource = encodeURIComponent(idOf('orders-1').replace('/', '~'))
    await viewer.page.goto(`${inventory.address}?resource=${resource}&ask=reach&from=${from}&over=tcp%205432`)
    await expectShown(answer().getByText(/^i-\w+ \(one of 12 instances\) can(’t)? reach /))
  })

  test('labels of arrows cover no arrowhead', async () => {
    const security = await mapOf('security')
    await viewer.page.goto(security.address)
    await viewer.page.locator('.map-routes rect').first().waitFor()
    const covered = await viewer.page.evaluate<readonly string[]>(`(() => {
      const boxOf = (element) => element.getBoundingClientRect()
      const heads = [...document.querySelectorAll('.map-routes g > path[fill]:not([fill="none"])')].map(boxOf)
      return [...document.querySelectorAll('.map-routes g > rect')]
        .filter((label) => heads.some((head) =>
          boxOf(label).left < head.right - 0.5 && head.left < boxOf(label).right - 0.5 &&
          boxOf(label).top < head.bottom - 0.5 && head.top < boxOf(label).bottom - 0.5))
        .map((label) => label.nextElementSibling.textContent)
    })()`)
    expect(covered).toEqual([])
    expect(await viewer.page.locator('.map-routes rect').count()).toBeGreaterThan(4)
  })

  test('leaves most of a phone for the diagram, and scrolls its buttons into view', async () => {
    await withSize({ width: 390, height: 844 }, async () => {
      await openOnly()
      const bar = viewer.page.getByRole('toolbar', { name: 'Diagram' })
      expect((await bar.boundingBox())?.height).toBeLessThan(150)
      await bar.getByRole('button', { name: 'Unused' }).click()
      await expect.poll(() => query('ask')).toBe('unused')
      await bar.getByRole('button', { name: 'Legend' }).click()
      await viewer.page.getByRole('region', { name: 'Legend' }).waitFor()
      // Its menus are not cut off by the row that scrolls.
      await bar.getByRole('button', { name: 'Export Architecture' }).click()
      await viewer.page.getByRole('menuitem', { name: 'SVG' }).click({ trial: true })
      expect(await viewer.page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    })
    await open()
  })

  test('is no wider than a phone: its search, its diagram, and its answers', async () => {
    await withSize({ width: 360, height: 740 }, async () => {
      await openOnly()
      await ask('Open ports')
      await expectShown(answer().getByText(/with ports open to the internet/))
      for (const part of [
        viewer.page.getByLabel('Search diagram'),
        viewer.page.locator('.map-canvas'),
        viewer.page.locator('.map-answer'),
      ]) {
        const { x, width } = (await part.boundingBox()) ?? { x: Number.NaN, width: Number.NaN }
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x + width).toBeLessThanOrEqual(360)
      }
    })
    await open()
  })

  test('zoomed out, shows boxes as icons and names of groups in readable size', async () => {
    await open()
    const label = node(idOf('web-1')).locator('text').first()
    expect(await label.isVisible()).toBe(true)
    expect(await viewer.page.locator('.map-group-name').count()).toBe(0)
    for (let step = 0; step < 3; step += 1) await viewer.page.getByRole('button', { name: 'Zoom out' }).click()
    await expect.poll(() => label.isVisible()).toBe(false)
    const name = viewer.page.locator('.map-group-name').filter({ hasText: /^us-east-1$/ })
    await expect.poll(async () => (await name.boundingBox())?.height ?? 0).toBeGreaterThan(12)
    expect(await node(idOf('web-1')).locator('image').isVisible()).toBe(true)
  })

  test('has no browser errors', () => {
    expect(viewer.problems).toEqual([])
  })
})
