/** Tests every diagram of a scan in every format over HTTP. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { diagramFormats, diagramMediaTypes } from '../../contract/diagram.ts'
import { placedDiagram } from '../../contract/placed-diagram.ts'
import { coreServices, type RunningTestService, startRunningService } from '../support/running-service.ts'

type DiagramAnswer = {
  readonly id: string
  readonly type: string
  readonly parentId: string | null
  readonly formats: readonly string[]
}

let running: RunningTestService
let diagrams: readonly DiagramAnswer[]
beforeAll(async () => {
  running = await startRunningService({ services: coreServices, world: 'three-tier' })
  const scan = await running.scan()
  diagrams = (await running.get<{ diagrams: DiagramAnswer[] }>(`/api/diagrams?scanId=${scan.id}&limit=100`)).diagrams
})
afterAll(() => running.close())

async function content(id: string, query: string) {
  const response = await fetch(`${running.service.baseUrl}/api/diagrams/${id}/content?${query}`, {
    headers: { authorization: `Bearer ${running.key}` },
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes, text: bytes.toString('utf8') }
}

/** The first bytes of each format. */
const beginnings: Readonly<Record<(typeof diagramFormats)[number], string>> = {
  svg: '<svg ',
  png: '\u0089PNG\r\n',
  pdf: '%PDF-',
  drawio: '<?xml version="1.0" encoding="UTF-8"?>\n<mxfile ',
  mermaid: 'flowchart ',
  d2: 'direction: ',
  dot: 'digraph {',
  html: '<!doctype html>',
  json: '{"version":1,',
}

// Ten PDF files of all pages take many seconds.
describe('every diagram of a scan', () => {
  test('is listed in every format, for all views', () => {
    const overviews = diagrams.filter(({ parentId }) => parentId === null).map(({ type }) => type)
    expect(overviews.toSorted()).toEqual(['architecture', 'dataflow', 'inventory', 'network', 'overview', 'security'])
    for (const { formats } of diagrams) expect([...formats].sort()).toEqual([...diagramFormats].sort())
  })

  test.each(diagramFormats)(
    'is sent as %s with its media type, in a sandbox, and the same each time',
    async (format) => {
      for (const { id, type, parentId } of diagrams.filter((each) => each.parentId === null)) {
        const { status, headers, bytes } = await content(id, `format=${format}`)
        expect([status, parentId]).toEqual([200, null])
        expect(headers.get('content-type')?.split(';')[0]).toBe(diagramMediaTypes[format])
        expect(headers.get('x-content-type-options')).toBe('nosniff')
        expect(headers.get('content-security-policy')).toBe('sandbox')
        // Mermaid may begin with a line of settings.
        const text = bytes.toString('latin1', 0, 200).replace(/^%%\{init: .*\}%%\n/u, '')
        expect(text.startsWith(beginnings[format])).toBe(true)
        const isKept = ['html', 'pdf', 'drawio'].includes(format)
        expect(headers.get('content-disposition')).toBe(isKept ? `attachment; filename="${type}.${format}"` : null)
        if (type !== 'network') continue
        expect((await content(id, `format=${format}`)).bytes.equals(bytes)).toBe(true)
      }
    },
  )

  test('matches the documented schema as JSON', async () => {
    const validate = new Ajv2020({ allowUnionTypes: true, formats: { 'date-time': true } }).compile(placedDiagram)
    for (const { id } of diagrams) {
      validate(JSON.parse((await content(id, 'format=json&stamp=true')).text))
      expect(validate.errors ?? []).toEqual([])
    }
  })
})

function overview(): string {
  return diagrams.find(({ type, parentId }) => type === 'architecture' && parentId === null)?.id ?? ''
}

async function widthOf(query: string): Promise<number> {
  const { bytes } = await content(overview(), query)
  return bytes.readUInt32BE(16)
}

describe('options of formats', () => {
  test('scale doubles the pixels of PNG', async () => {
    expect(await widthOf('format=png&scale=2')).toBe(2 * (await widthOf('format=png')))
  })

  test('Mermaid is split into parts of the requested size', async () => {
    const first = await content(overview(), 'format=mermaid&characterLimit=3000')
    expect(first.text.length).toBeLessThanOrEqual(3000)
    const link = /href "\?([^"]*part=2)"/u.exec(first.text)?.[1] ?? ''
    const second = await content(overview(), link)
    expect([second.status, second.text.includes('Part 2: ')]).toEqual([200, true])
    const none = await content(overview(), 'format=mermaid&characterLimit=3000&part=999')
    expect([none.status, JSON.parse(none.text)]).toMatchObject([404, { error: { code: 'NOT_FOUND' } }])
  })

  test.each(['scale=3', 'scale=0', 'part=0', 'characterLimit=10', 'format=gif', 'theme=blue'])(
    '%s is rejected by name',
    async (query) => {
      const { status, text } = await content(overview(), query)
      expect(status).toBe(400)
      expect(JSON.parse(text)).toMatchObject({
        error: { code: 'VALIDATION_ERROR', details: [{ path: [query.split('=')[0]] }] },
      })
    },
  )

  test('one draw.io file has every view, and one HTML file every page', async () => {
    const { text: drawio } = await content(overview(), 'format=drawio')
    expect(drawio.match(/<diagram /gu)?.length).toBeGreaterThanOrEqual(5)
    const { text: html } = await content(overview(), 'format=html')
    expect(html.match(/<section /gu)?.length).toBeGreaterThanOrEqual(diagrams.length)
  })
})
