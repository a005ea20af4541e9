/** HTML: all views and pages in one file that works offline, with panning, zoom, search, and details. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { visibleText } from '../../graph/visible-text.ts'
import type { DiagramElement } from '../diagram.ts'
import type { Theme } from '../themes/theme.ts'
import { embeddedFonts } from '../typeface/embedded-fonts.ts'
import { elementLink } from './outline.ts'
import type { DiagramPage, Renderer, RenderOptions } from './renderer.ts'
import { stampText, writtenTexts } from './svg.ts'
import { svgDefinitions, svgDocument } from './svg-document.ts'
import { escapeXml, tag } from './xml.ts'

export const html: Renderer = {
  mediaType: 'text/html',
  fileExtension: 'html',
  needs: 'pages',
  async render(given, options) {
    // Each view with its pages, in the order of the page list. The requested one stays first.
    const pages = [...Map.groupBy(given, ({ diagram }) => diagram.view).values()].flat()
    const texts = pages.flatMap(({ placed }) => writtenTexts(placed))
    const fonts = await embeddedFonts(texts, stampText(options))
    return new TextEncoder().encode(document(pages, fonts, options))
  },
}

function document(pages: readonly DiagramPage[], fonts: string, options: RenderOptions): string {
  const style = `${colors(options.theme)}${fonts}\n${part('viewer.css')}`
  const script = part('viewer.js')
  const first = pages[0]?.placed.title ?? ''
  const policy = [
    "default-src 'none'",
    `script-src '${hash(script)}'`,
    `style-src '${hash(style)}'`,
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  const sections = pages.map(({ placed }, position) => {
    const surroundings = {
      theme: options.theme,
      stamp: stampText(options),
      hrefOf: (focus: string) => pageHref(focus, placed.view, pages),
      fonts: null,
      idSuffix: `-${position}`,
    }
    return tag('section', { id: `page-${position}`, 'aria-label': placed.title }, svgDocument(placed, surroundings))
  })
  const definitions = svgDefinitions(
    pages.map(({ placed }) => placed),
    options.theme,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeXml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeXml(first)}</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>${escapeXml(pages[0] === undefined ? '' : accountName(pages[0]))}</h1>
<input type="search" id="search" placeholder="Search names, IDs, and details" aria-label="Search">
<output id="count" aria-live="polite"></output>
<span><button id="out" aria-label="Zoom out">−</button> <button id="in" aria-label="Zoom in">+</button> <button id="whole">Zoom to fit</button></span>
</header>
<nav aria-label="Pages">
${pages.map((page) => pageEntry(page, pages)).join('\n')}
<div id="found"></div>
<noscript>Without JavaScript, all pages are shown one below another. Links and tooltips work.</noscript>
<footer>Icons: AWS Architecture Icons, property of Amazon Web Services, Inc. Drawn by Surveyor.</footer>
</nav>
<main>
<svg width="0" height="0" aria-hidden="true">${definitions}</svg>
${sections.join('')}
<aside id="details" aria-label="Details" hidden><button id="close" aria-label="Close">×</button><div id="about" aria-live="polite"></div></aside>
</main>
<script type="application/json" id="data">${scriptJson(pages.map((page) => pageData(page, pages, options)))}</script>
<script>${script}</script>
</body>
</html>
`
}

/** Reads a file from this directory. Escapes everything that could end the surrounding element. */
function part(name: string): string {
  return readFileSync(new URL(`html/${name}`, import.meta.url), 'utf8')
}

function hash(content: string): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`
}

function colors({ background, text, mutedText, node, groups }: Theme): string {
  const accent = groups.network.label
  return `:root{--background:${background};--text:${text};--muted:${mutedText};--card:${node.fill};--line:${node.stroke};--accent:${accent}}\n`
}

function accountName({ diagram }: DiagramPage): string {
  return [diagram.accountAlias, diagram.accountId, diagram.region].filter((word) => word !== '').join(' · ')
}

function pageId({ view, page }: DiagramPage['diagram']): string {
  return page === '' ? view : `${view}/${page.toWellFormed()}`
}

/** `null` if the file doesn't contain that page. */
function pageHref(focus: string, view: string, pages: readonly DiagramPage[]): string | null {
  const found = pages.find(({ diagram }) => diagram.view === view && diagram.page === focus)
  return found === undefined ? null : `#${encodeURIComponent(pageId(found.diagram))}`
}

/** Below the entry of its view, the name of a page leaves out the name of the view. */
function pageEntry({ diagram }: DiagramPage, pages: readonly DiagramPage[]): string {
  const { view, page, title } = diagram
  const overview = pages.find(({ diagram: each }) => each.view === view && each.page === '')?.diagram.title
  const isPart = page !== '' && overview !== undefined
  const shown = isPart && title.startsWith(`${overview}: `) ? title.slice(overview.length + 2) : title
  const href = `#${encodeURIComponent(pageId(diagram))}`
  return tag('a', { href, class: isPart ? 'part' : null }, escapeXml(shown) || '&#160;')
}

/** The data of a page for the viewer. Its types are declared in `html/viewer.js`. */
function pageData({ diagram }: DiagramPage, pages: readonly DiagramPage[], options: RenderOptions): unknown {
  const boxesOf = (element: DiagramElement): readonly (readonly [string, unknown])[] => {
    const inner = element.kind === 'group' ? element.children.flatMap(boxesOf) : []
    if (element.kind === 'group' && element.form === 'band') return inner
    const { label, detail, description, type, members } = element
    const opened =
      element.opens === null
        ? null
        : pages.find(({ diagram: each }) => each.view === diagram.view && each.page === element.opens)
    const box = {
      label,
      detail,
      description,
      type,
      ids: members.map(({ id }) => visibleText(id)),
      opens: opened == null ? null : pageId(opened.diagram),
      console: elementLink({ ...element, opens: null }, 'html', diagram.region, options),
    }
    return [[element.id, box], ...inner]
  }
  const lines = diagram.edges.map(({ source, target, label, description }) => ({ source, target, label, description }))
  return {
    id: pageId(diagram),
    title: diagram.title,
    boxes: Object.fromEntries(diagram.elements.flatMap(boxesOf)),
    lines,
  }
}

/** JSON in which no name can end the script element. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
}
