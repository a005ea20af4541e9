/** The files of `surveyor map`: their views, their formats by name, and writing them. */
import { randomUUID } from 'node:crypto'
import { access, constants, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import type { Diagram } from '../diagram/diagram.ts'
import { overviewOptions } from '../diagram/draw-page.ts'
import { type Format, formats, holdsManyPages, renderDiagram } from '../diagram/render-diagram.ts'
import type { ThemeName } from '../diagram/themes/theme.ts'
import { drawDiagrams, drawerOf, furtherPages } from '../drawing/diagrams.ts'
import type { ResourceGraph } from '../graph/resource-graph.ts'
import { OperatorError } from '../operator/operator-error.ts'

export type MapFiles = {
  /** With several views, the name contains `{view}`. */
  readonly out: string
  /** Empty: the view that opens first. `all`: every view. */
  readonly views: readonly string[]
  readonly theme: ThemeName
}

export type MapFile = { readonly path: string; readonly bytes: Uint8Array }

const placeholder = '{view}'

const formatOfExtension: Readonly<Record<string, Format>> = {
  ...Object.fromEntries(formats.map((format) => [`.${format}`, format])),
  '.mmd': 'mermaid',
  '.gv': 'dot',
}

/** Before the scan: throws a usage error for a name without a format, or a folder that can't be written. */
export async function checkFiles({ out, views }: MapFiles): Promise<void> {
  formatOf(out)
  if ((views.length > 1 || views.includes('all')) && !out.includes(placeholder)) {
    throw new OperatorError('USAGE', `With several views, the name of --out needs ${placeholder}.`)
  }
  const folder = dirname(out)
  const isFolder = await stat(out).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (isFolder) throw new OperatorError('USAGE', `${out} is a folder. Name a file.`)
  await access(folder, constants.W_OK).catch(() => {
    throw new OperatorError('USAGE', `The folder ${folder} doesn't exist, or isn't writable.`)
  })
}

export async function renderFiles(graph: ResourceGraph, { out, views, theme }: MapFiles): Promise<readonly MapFile[]> {
  const format = formatOf(out)
  const draw = drawerOf(graph, null)
  const drawn = (await drawDiagrams(graph)).map(({ content }) => content as Diagram)
  const chosen = drawn.filter(({ view }, position) =>
    views.length === 0 ? position === 0 : views.includes(view) || views.includes('all'),
  )
  return Promise.all(
    chosen.map(async (diagram) => {
      const pages = holdsManyPages(format) ? furtherPages(diagram, draw, overviewOptions, format) : []
      const { bytes } = await renderDiagram(diagram, { format, theme, furtherPages: pages })
      return { path: out.replaceAll(placeholder, diagram.view), bytes }
    }),
  )
}

/** Writes files beside the targets and renames them, so that none is half-written. */
export async function writeFiles(files: readonly MapFile[]): Promise<void> {
  for (const { path, bytes } of files) {
    const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}`)
    try {
      await writeFile(temporary, bytes, { flag: 'wx' })
      await rename(temporary, path)
    } catch (error) {
      await rm(temporary, { force: true })
      throw new OperatorError('FAILED', `${path} couldn't be written: ${String(error)}.`)
    }
  }
}

function formatOf(path: string): Format {
  const format = formatOfExtension[extname(path).toLowerCase()]
  if (format !== undefined) return format
  const endings = Object.keys(formatOfExtension).join(', ')
  throw new OperatorError('USAGE', `The ending of ${path} isn't a format. Use one of: ${endings}.`)
}
