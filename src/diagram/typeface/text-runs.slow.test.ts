import { glob, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as pdfjs from 'unpdf/pdfjs'
import { describe, expect, test } from 'vitest'
import { renderDiagram, type Format } from '../render-diagram.ts'
import { namedDiagram } from '../testing/named-diagram.ts'
import { outlinedText } from './outlined-text.ts'
import { textRuns } from './text-runs.ts'

/** Two names of as many characters: rows of boxes would look the same. */
const scripts: Readonly<Record<string, readonly [string, string]>> = {
  Latin: ['Größe Ærø', 'Łódź Ştip'],
  Greek: ['υπηρεσία', 'αποθήκες'],
  Cyrillic: ['заказы', 'архивы'],
  Arabic: ['خادم الويب', 'دفعات سلطة'],
  'Arabic with digits': ['خادم ١٢٣', 'خادم ٤٥٦'],
  Persian: ['پشتیبان ۱۲', 'گزارش‌ها ۴'],
  Hebrew: ['הזמנות', 'שרתים-'],
  'simplified Chinese': ['数据库订单', '测试环境库'],
  'traditional Chinese': ['資料庫備份', '測試環境區'],
  Japanese: ['注文サーバー', '検索データ名'],
  Korean: ['주문 서버', '결제 자료'],
  'Korean in parts': ['주문'.normalize('NFD'), '결제'.normalize('NFD')],
  emoji: ['🚀🔥📦', '⚠️🗄️🔒'],
  'emoji of several': ['👩‍👩‍👧‍👦', '👍🏽🇩🇪'],
}

async function drawn(format: Format, name: string): Promise<Buffer> {
  return Buffer.from((await renderDiagram(namedDiagram([name]), { format, theme: 'light' })).bytes)
}

/** Of the one Tj operator that writes each. */
function glyphIds(pdf: Buffer): readonly string[] {
  return [...pdf.toString('latin1').matchAll(/<([0-9a-f]+)> Tj/gu)].flatMap(([, hex = '']) => hex.match(/.{4}/gu) ?? [])
}

async function selectable(pdf: Buffer): Promise<string> {
  const document = await pdfjs.getDocument({ data: Uint8Array.from(pdf) }).promise
  const { items } = await (await document.getPage(1)).getTextContent()
  return items.map((item) => ('str' in item ? item.str : '')).join('')
}

describe.each(Object.entries(scripts))('%s', (_, [name, other]) => {
  test('has a glyph for each character, in both weights', async () => {
    for (const weight of [400, 600] as const) {
      for (const text of [name, other]) {
        const runs = (await textRuns({ text, weight })) ?? []
        expect(runs.map((run) => run.text).join('')).not.toContain('□')
        for (const { text: part, piece } of runs) {
          if (piece === null) continue
          expect(piece.font.layout(part).glyphs.map(({ id }) => id)).not.toContain(0)
        }
      }
    }
  })

  test('is drawn in PNG: another name looks different', async () => {
    expect((await drawn('png', name)).equals(await drawn('png', other))).toBe(false)
    expect((await drawn('png', name)).equals(await drawn('png', '□'.repeat(Array.from(name).length)))).toBe(false)
  })

  test('is text in PDF, without the glyph for missing characters', async () => {
    const pdf = await drawn('pdf', name)
    expect(glyphIds(pdf).length).toBeGreaterThan(name.length)
    expect(glyphIds(pdf)).not.toContain('0000')
    const text = await selectable(pdf)
    // Arabic letters that differ in their dots share a glyph, for which a PDF file knows one letter.
    const letters = name.normalize('NFC').replaceAll(/[^\p{L}\p{N}]|\p{sc=Arabic}(?<!\p{N})/gu, '')
    for (const letter of letters) expect(text).toContain(letter)
  })
})

test('a PDF file has only the used glyphs of a font', async () => {
  const [latin, chinese] = [await drawn('pdf', 'database'), await drawn('pdf', '数据库订单')]
  expect(chinese.length - latin.length).toBeLessThan(30_000)
})

test('the fonts of all scripts together take at most 30 MB', async () => {
  const root = new URL('../../../', import.meta.url)
  const { dependencies } = JSON.parse(await readFile(new URL('package.json', root), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>
  }
  const packages = Object.keys(dependencies).filter((name) => /^@(?:fontsource|expo-google-fonts)/u.test(name))
  expect(packages.length).toBeGreaterThan(7)
  let bytes = 0
  for (const name of packages) {
    for await (const entry of glob('**', { cwd: new URL(`node_modules/${name}/`, root), withFileTypes: true })) {
      if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size
    }
  }
  expect(bytes).toBeLessThan(30e6)
})

test('a grapheme without a font is a visible box', async () => {
  const runs = await textRuns({ text: 'ab གྷ་\u{10FFFD}', weight: 400 })
  expect(runs).toEqual([{ text: 'ab □□□', piece: null }])
  expect(await selectable(await drawn('pdf', 'ab \u{10FFFD}'))).toContain('ab □')
})

test('characters of Inter stay in Inter', async () => {
  expect(await textRuns({ text: 'orders – Größe ✓', weight: 600 })).toBeNull()
  const text = { text: 'orders', weight: 600, sizePx: 13, x: 0, y: 0, widthPx: 40, role: 'label' } as const
  expect(await outlinedText(text)).toBeNull()
})

async function pieces(text: string): Promise<readonly string[]> {
  return ((await textRuns({ text, weight: 400 })) ?? []).map((run) => run.piece?.name ?? '')
}

test("Han characters have the style of the text's language", async () => {
  expect((await pieces('直'))[0]).toContain('noto-sans-sc')
  expect((await pieces('直す'))[0]).toContain('noto-sans-jp')
  expect((await pieces('直한'))[0]).toContain('noto-sans-kr')
})
