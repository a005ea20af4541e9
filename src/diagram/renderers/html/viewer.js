// @ts-check
/**
 * Runs in the saved page: turns pages, moves and enlarges pictures, searches them and tells about boxes. Asks nothing of any
 * network, and writes nothing as markup: every name ends up as text.
 *
 * @typedef {{ label: string, detail: string, description: string, type: string | null, ids: string[], opens: string | null, console: string | null }} Box
 * @typedef {{ source: string, target: string, label: string, description: string }} Line
 * @typedef {{ id: string, title: string, boxes: Record<string, Box>, lines: Line[] }} Page
 */

/**
 * @template {Element} Kind
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {Kind}
 */
function find(selector, within = document) {
  const found = within.querySelector(selector)
  if (found === null) throw new Error(`The page has no ${selector}`)
  return /** @type {Kind} */ (found)
}

/** @type {Page[]} */
const pages = JSON.parse(find('#data').textContent ?? '[]')
/** @type {HTMLInputElement} */
const search = find('#search')
/** @type {HTMLElement} */
const details = find('#details')
/** What the viewer shows of each picture: x, y, width, height. @type {Map<string, number[]>} */
const windows = new Map()
const mostFound = 50

function currentPage() {
  const asked = decodeURIComponent(location.hash.slice(1))
  return pages.find(({ id }) => id === asked) ?? pages[0]
}

/** @param {string} id @returns {HTMLElement} */
function sectionOf(id) {
  return /** @type {HTMLElement} */ (document.getElementById(`page-${pages.findIndex((page) => page.id === id)}`))
}

/** @returns {SVGSVGElement} */
function picture() {
  return find(':scope > svg', sectionOf(currentPage()?.id ?? ''))
}

/** @param {string} id @returns {SVGGElement | undefined} */
function groupOf(id) {
  const groups = /** @type {NodeListOf<SVGGElement>} */ (picture().querySelectorAll('g[data-element-id]'))
  return [...groups].find((group) => group.dataset['elementId'] === id)
}

function showPage() {
  const page = currentPage()
  for (const { id } of pages) sectionOf(id).hidden = id !== page?.id
  for (const link of document.querySelectorAll('nav a')) {
    if (link.getAttribute('href') === `#${encodeURIComponent(page?.id ?? '')}`)
      link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
  details.hidden = true
  showMatches()
}

/** @param {number[]} view */
function setView(view) {
  const page = currentPage()
  if (page !== undefined) windows.set(page.id, view)
  picture().setAttribute('viewBox', view.map((value) => Math.round(value * 100) / 100).join(' '))
}

function whole() {
  const svg = picture()
  return [0, 0, Number(svg.getAttribute('width')), Number(svg.getAttribute('height'))]
}

function view() {
  return windows.get(currentPage()?.id ?? '') ?? whole()
}

/** @param {number} factor above 1 enlarges @param {{ x: number, y: number }} [at] in pixels of the page, the middle by default */
function zoom(factor, at) {
  const [x = 0, y = 0, width = 1, height = 1] = view()
  const [, , fullWidth = 1] = whole()
  const newWidth = Math.min(fullWidth * 2, Math.max(120, width / factor))
  const newHeight = (height * newWidth) / width
  const fixed = at === undefined ? { x: x + width / 2, y: y + height / 2 } : inPicture(at)
  setView([
    fixed.x - ((fixed.x - x) * newWidth) / width,
    fixed.y - ((fixed.y - y) * newHeight) / height,
    newWidth,
    newHeight,
  ])
}

/** @param {{ x: number, y: number }} point */
function inPicture(point) {
  return new DOMPoint(point.x, point.y).matrixTransform(picture().getScreenCTM()?.inverse())
}

/** @param {number} dx @param {number} dy in units of the picture */
function move(dx, dy) {
  const [x = 0, y = 0, width = 1, height = 1] = view()
  setView([x - dx, y - dy, width, height])
}

/** @param {string} id */
function centre(id) {
  const group = groupOf(id)
  if (group === undefined) return
  const { x, y, width, height } = group.getBBox()
  const [, , fullWidth = 1, fullHeight = 1] = whole()
  const shown = Math.min(fullWidth, Math.max(width * 1.3, 1000))
  const tall = (shown * fullHeight) / fullWidth
  setView([x + width / 2 - shown / 2, y + height / 2 - tall / 2, shown, tall])
}

/** @param {string} name @param {string} [text] */
function element(name, text = '') {
  const made = document.createElement(name)
  made.textContent = text
  return made
}

/** @param {string} text @param {string} href */
function link(text, href) {
  const made = element('a', text)
  made.setAttribute('href', href)
  if (!href.startsWith('#')) {
    made.setAttribute('target', '_blank')
    made.setAttribute('rel', 'noopener noreferrer')
  }
  const line = element('p')
  line.append(made)
  return line
}

/** @param {string} title @param {string[]} items */
function list(title, items) {
  if (items.length === 0) return []
  const made = element('ul')
  made.append(...items.slice(0, 200).map((item) => element('li', item)))
  const more = items.length > 200 ? [element('p', `and ${items.length - 200} more`)] : []
  return [element('p', title), made, ...more]
}

/** @param {string} id */
function showDetails(id) {
  const page = currentPage()
  const box = page?.boxes[id]
  if (page === undefined || box === undefined) return
  for (const chosen of document.querySelectorAll('.chosen')) chosen.classList.remove('chosen')
  groupOf(id)?.classList.add('chosen')
  /** @param {string} other */
  const nameOf = (other) => page.boxes[other]?.label ?? ''
  find('#about').replaceChildren(
    element('h2', box.label || '(no name)'),
    element('p', box.description || box.detail),
    ...(box.type === null ? [] : [element('p', box.type)]),
    ...(box.opens === null ? [] : [link('Open detail page', `#${encodeURIComponent(box.opens)}`)]),
    ...(box.console === null ? [] : [link('Open in the AWS console', box.console)]),
    ...list(
      'Arrows to',
      page.lines.filter(({ source }) => source === id).map((line) => `${nameOf(line.target)} ${line.label}`),
    ),
    ...list(
      'Arrows from',
      page.lines.filter(({ target }) => target === id).map((line) => `${nameOf(line.source)} ${line.label}`),
    ),
    ...list('Resources', box.ids),
  )
  details.hidden = false
}

/** @param {Box} box @param {string} wanted in lower case */
function matches(box, wanted) {
  return [box.label, box.detail, box.description, box.type ?? '', ...box.ids].some((text) =>
    text.toLowerCase().includes(wanted),
  )
}

function showMatches() {
  const wanted = search.value.trim().toLowerCase()
  const page = currentPage()
  const found =
    wanted === ''
      ? []
      : pages.flatMap((each) =>
          Object.entries(each.boxes)
            .filter(([, box]) => matches(box, wanted))
            .map(([id, box]) => ({ page: each, id, box })),
        )
  const here = new Set(found.filter((each) => each.page === page).map(({ id }) => id))
  for (const group of /** @type {NodeListOf<SVGGElement>} */ (picture().querySelectorAll('g[data-element-id]'))) {
    const isNode = group.querySelector('title') !== null && group.dataset['kind'] !== 'group'
    group.classList.toggle('dimmed', wanted !== '' && isNode && !here.has(group.dataset['elementId'] ?? ''))
  }
  for (const line of picture().querySelectorAll(':scope > g[data-edge]')) line.classList.toggle('dimmed', wanted !== '')
  const shown = found.slice(0, mostFound).map(({ page: on, id, box }) => {
    const button = element('button', on === page ? box.label : `${box.label} (${on.title})`)
    button.addEventListener('click', () => {
      if (on !== currentPage()) location.hash = encodeURIComponent(on.id)
      showPage()
      centre(id)
      showDetails(id)
    })
    return button
  })
  find('#found').replaceChildren(...shown)
  find('#count').textContent =
    wanted === '' ? '' : `${here.size} on this page, ${found.length - here.size} on other pages`
}

/** Pointers that are down, and where. @type {Map<number, { x: number, y: number }>} */
const pointers = new Map()
let moved = false

/** @param {PointerEvent} event */
function pointerMoved(event) {
  const before = pointers.get(event.pointerId)
  if (before === undefined) return
  const now = { x: event.clientX, y: event.clientY }
  const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1]
  if (other === undefined) {
    const [from, to] = [inPicture(before), inPicture(now)]
    if (moved || Math.hypot(now.x - before.x, now.y - before.y) > 3) {
      moved = true
      move(to.x - from.x, to.y - from.y)
      pointers.set(event.pointerId, now)
    }
    return
  }
  moved = true
  const apart = (/** @type {{ x: number, y: number }} */ point) => Math.hypot(point.x - other.x, point.y - other.y)
  zoom(apart(now) / Math.max(1, apart(before)), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 })
  pointers.set(event.pointerId, now)
}

const main = find('main')
main.addEventListener('pointerdown', (event) => {
  const { target, pointerId, clientX, clientY } = /** @type {PointerEvent} */ (event)
  if (!(target instanceof SVGElement)) return
  if (pointers.size === 0) moved = false
  pointers.set(pointerId, { x: clientX, y: clientY })
})
addEventListener('pointermove', pointerMoved)
for (const end of ['pointerup', 'pointercancel'])
  addEventListener(end, (event) => pointers.delete(/** @type {PointerEvent} */ (event).pointerId))
main.addEventListener('dragstart', (event) => event.preventDefault())
main.addEventListener(
  'wheel',
  (event) => {
    const { deltaY, clientX, clientY, target } = /** @type {WheelEvent} */ (event)
    if (!(target instanceof SVGElement)) return
    event.preventDefault()
    zoom(Math.exp(-deltaY / 500), { x: clientX, y: clientY })
  },
  { passive: false },
)
main.addEventListener('click', (event) => {
  if (!(event.target instanceof SVGElement)) return
  const id = /** @type {SVGGElement | null} */ (event.target.closest('g[data-element-id]'))?.dataset['elementId']
  const anchor = event.target.closest('a')
  const mouse = /** @type {MouseEvent} */ (event)
  // A link to a page turns to it; one to the console is offered by the details, unless asked for with a key.
  const leads =
    anchor?.getAttribute('href')?.startsWith('#') === true || mouse.ctrlKey || mouse.metaKey || mouse.shiftKey
  if (moved || !leads) event.preventDefault()
  if (!moved && id !== undefined && !leads) showDetails(id)
})
main.addEventListener('keydown', (event) => {
  const { key, target } = /** @type {KeyboardEvent} */ (event)
  if (!(target instanceof SVGElement) || target.tagName === 'a' || (key !== 'Enter' && key !== ' ')) return
  event.preventDefault()
  showDetails(/** @type {SVGGElement} */ (target).dataset['elementId'] ?? '')
})
addEventListener('keydown', (event) => {
  if (event.key === 'Escape') details.hidden = true
  if (event.target instanceof HTMLInputElement) return
  const step = (view()[2] ?? 0) / 10
  /** @type {Record<string, () => void>} */
  const keys = {
    '+': () => zoom(1.25),
    '-': () => zoom(0.8),
    0: () => setView(whole()),
    ArrowLeft: () => move(step, 0),
    ArrowRight: () => move(-step, 0),
    ArrowUp: () => move(0, step),
    ArrowDown: () => move(0, -step),
    '/': () => search.focus(),
  }
  const action = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined
  if (action === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  action()
})
find('#in').addEventListener('click', () => zoom(1.25))
find('#out').addEventListener('click', () => zoom(0.8))
find('#whole').addEventListener('click', () => setView(whole()))
find('#close').addEventListener('click', () => (details.hidden = true))
search.addEventListener('input', showMatches)
addEventListener('hashchange', () => {
  // A hit of the search on another page shows that at once, with details that are not to be hidden now.
  if (sectionOf(currentPage()?.id ?? '').hidden) showPage()
})
showPage()
