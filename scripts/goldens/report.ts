/**
 * Writes the report: one HTML file that shows each changed diagram before and after, the differences, and the moved
 * boxes.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { escapeXml } from '../../src/diagram/renderers/xml.ts'
import type { Difference } from './compare-goldens.ts'
import { type BoxChange, changedBoxes, type PictureBox } from './moved-boxes.ts'
import { pictureDifference } from './picture-difference.ts'

/** One view of one account with at least one differing file. */
export type ChangedView = {
  readonly title: string
  /** SVG; `null` if the diagram is new. */
  readonly before: string | null
  /** SVG; `null` if the diagram was removed. */
  readonly after: string | null
  readonly differences: readonly Difference[]
}

export const reportPath = join(import.meta.dirname, '../../reports/goldens.html')

/** The ways to compare two diagrams. The first is shown first. */
const modes = ['side by side', 'swipe', 'difference', 'before', 'after'] as const

/** With more boxes, the diagram has a new layout, and a list doesn't help. */
const mostBoxesListed = 200

export async function writeReport(views: readonly ChangedView[], path = reportPath): Promise<void> {
  const [style, script] = await Promise.all(['report.css', 'report.js'].map((name) => part(name)))
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pictures before and after</title>
<style>${style}</style>
</head>
<body>
<header><h1>Pictures before and after</h1>
<p>${views.length} changed. Look at each; then accept them with <code>npm run goldens -- --accept</code>.</p>
<nav>${views.map(({ title }, number) => `<a href="#view-${number}">${escapeXml(title)}</a>`).join('')}</nav></header>
<main>
${views.map(section).join('\n')}
</main>
<script>${script}</script>
</body>
</html>
`
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, page)
}

function part(name: string): Promise<string> {
  return readFile(join(import.meta.dirname, 'report', name), 'utf8')
}

function section({ title, before, after, differences }: ChangedView, number: number): string {
  const files = differences.map(({ file, what }) => `<li><code>${escapeXml(file)}</code> ${escapeXml(what)}</li>`)
  return `<section id="view-${number}">
<h2>${escapeXml(title)}</h2>
<ul class="files">${files.join('')}</ul>
${before === null || after === null ? onePicture(before, after) : comparison(title, before, after)}
</section>`
}

function onePicture(before: string | null, after: string | null): string {
  const svg = after ?? before
  if (svg === null) return ''
  return `<figure><figcaption>${after === null ? 'Gone' : 'New'}</figcaption>${image(svg, after === null ? 'gone' : 'new')}</figure>`
}

function comparison(title: string, before: string, after: string): string {
  if (before === after) return '<p>The diagram itself is the same.</p>'
  const changes = changedBoxes(before, after)
  const { mask, changedPixels, width } = pictureDifference(before, after)
  const over = `<img class="mask" alt="" data-width="${width}" src="data:image/png;base64,${mask.toString('base64')}">`
  const buttons = modes.map((mode) => `<button value="${mode}"${pressed(mode)}>${mode}</button>`)
  const name = escapeXml(title)
  return `<p>${changedPixels.toLocaleString('en')} pixels differ. ${changes.length} boxes differ: ${countOfKinds(changes)}.</p>
<fieldset aria-label="How ${name} is compared">
${buttons.join('')}
<label><input type="checkbox" class="fit" checked> fit to the window</label>
<input type="range" class="swipe" min="0" max="100" value="50" aria-label="How much of ${name} is as before">
</fieldset>
<div class="pictures" data-mode="${modes[0]}">
<figure class="before"><figcaption>Before</figcaption><div>${image(before, `${name} before`)}${outlines(changes, 'before', before)}</div></figure>
<figure class="after"><figcaption>After</figcaption><div>${image(after, `${name} after`)}${over}${outlines(changes, 'after', after)}</div></figure>
</div>
${changes.length === 0 ? '' : boxTable(changes)}`
}

function pressed(mode: string): string {
  return mode === modes[0] ? ' aria-pressed="true"' : ''
}

function image(svg: string, label: string): string {
  const data = Buffer.from(svg).toString('base64')
  return `<img alt="${label}" data-width="${viewBoxOf(svg).width}" src="data:image/svg+xml;base64,${data}">`
}

/** Outlines the differing boxes on the diagram. */
function outlines(changes: readonly BoxChange[], side: 'before' | 'after', svg: string): string {
  const boxes = changes.flatMap((change) => {
    const box = change[side]
    if (box === null) return []
    const { x, y, width, height } = box
    return `<rect class="${change.kind}" x="${x}" y="${y}" width="${width}" height="${height}"/>`
  })
  const { text, width } = viewBoxOf(svg)
  return `<svg class="outlines" viewBox="${text}" data-width="${width}" aria-hidden="true">${boxes.join('')}</svg>`
}

function viewBoxOf(svg: string): { readonly text: string; readonly width: number } {
  const text = /viewBox="([\d. ]+)"/u.exec(svg)?.[1] ?? '0 0 1 1'
  return { text, width: Number(text.split(' ')[2]) }
}

function countOfKinds(changes: readonly BoxChange[]): string {
  const counts = Map.groupBy(changes, ({ kind }) => kind)
  return [...counts].map(([kind, { length }]) => `${length} ${kind}`).join(', ') || 'none'
}

function boxTable(changes: readonly BoxChange[]): string {
  const rows = changes.slice(0, mostBoxesListed).map(({ kind, before, after }) => {
    const box = after ?? before
    const cells = [kind, box?.label ?? '', where(before), where(after), moved(before, after), box?.id ?? '']
    return `<tr>${cells.map((cell) => `<td>${escapeXml(cell)}</td>`).join('')}</tr>`
  })
  const more = changes.length - rows.length
  return `<details><summary>Boxes that differ</summary><table>
<thead><tr><th>Change</th><th>Box</th><th>Before</th><th>After</th><th>By</th><th>Id</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>${more > 0 ? `<p>And ${more} more.</p>` : ''}</details>`
}

function where(box: PictureBox | null): string {
  return box === null ? '' : `${box.x}, ${box.y} · ${box.width} × ${box.height}`
}

function moved(before: PictureBox | null, after: PictureBox | null): string {
  if (before === null || after === null) return ''
  return [after.x - before.x, after.y - before.y].map(signed).join(', ')
}

function signed(length: number): string {
  const rounded = Math.round(length * 100) / 100
  return rounded < 0 ? `−${-rounded}` : `+${rounded}`
}
