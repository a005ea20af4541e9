/**
 * Writes fonts as small files. Embedded `data:` fonts of style sheets become files, because the content security policy
 * excludes them, and TrueType becomes WOFF2.
 */
import { createHash } from 'node:crypto'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const fontData = /url\((["']?)data:font\/woff2;(?:charset=[^;]*;)?base64,([A-Za-z0-9+/=]+)\1\)/gu
const trueType = /(\/assets\/[\w-]+)\.ttf(["']?\))\s*format\((["'])truetype\3\)/gu

/** All characters that the font may have a glyph for, because names are written in any script. */
const everyCharacter = String.fromCodePoint(
  ...Array.from({ length: 0xd7_ff - 0x20 }, (_, index) => 0x20 + index),
  ...Array.from({ length: 0xff_fd - 0xe0_00 }, (_, index) => 0xe0_00 + index),
)

export function fontFilesPlugin(): Plugin {
  return {
    name: 'surveyor-font-files',
    async generateBundle(_options, bundle) {
      for (const asset of Object.values(bundle)) {
        if (asset.type !== 'asset' || !asset.fileName.endsWith('.ttf')) continue
        const font = Buffer.from(asset.source)
        const source = await subsetFont(font, everyCharacter, { targetFormat: 'woff2' })
        this.emitFile({ type: 'asset', fileName: asset.fileName.replace(/\.ttf$/u, '.woff2'), source })
        delete bundle[asset.fileName]
      }
      for (const asset of Object.values(bundle)) {
        if (asset.type !== 'asset' || !asset.fileName.endsWith('.css')) continue
        asset.source = Buffer.from(asset.source)
          .toString('utf8')
          .replaceAll(trueType, '$1.woff2$2 format($3woff2$3)')
          .replaceAll(fontData, (_whole, _quote, base64: string) => {
            const source = Buffer.from(base64, 'base64')
            const hash = createHash('sha256').update(source).digest('hex').slice(0, 8)
            const fileName = `assets/font-${hash}.woff2`
            this.emitFile({ type: 'asset', fileName, source })
            return `url(/${fileName})`
          })
      }
    },
  }
}
