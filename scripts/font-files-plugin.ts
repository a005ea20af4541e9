/** Takes the fonts that style sheets bring as `data:` out into files of their own, so that a policy without `data:` fonts holds. */
import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

const fontData = /url\((["']?)data:font\/woff2;(?:charset=[^;]*;)?base64,([A-Za-z0-9+/=]+)\1\)/gu

export function fontFilesPlugin(): Plugin {
  return {
    name: 'surveyor-font-files',
    generateBundle(_options, bundle) {
      for (const asset of Object.values(bundle)) {
        if (asset.type !== 'asset' || !asset.fileName.endsWith('.css')) continue
        asset.source = Buffer.from(asset.source)
          .toString('utf8')
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
