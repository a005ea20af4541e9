/** Names what every page needs in the document itself, so that it comes beside the first script and not after it. */
import type { Plugin } from 'vite'

/** `chunkName`: of a chunk that no script of the document imports by itself, but every page does later. */
export function earlyCodePlugin(chunkName: string): Plugin {
  return {
    name: 'surveyor-early-code',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        return Object.values(bundle).flatMap((chunk) => {
          if (chunk.type !== 'chunk' || chunk.name !== chunkName) return []
          const styles = [...(chunk.viteMetadata?.importedCss ?? [])]
          return [
            link({ rel: 'modulepreload', href: `/${chunk.fileName}` }),
            ...styles.map((file) => link({ rel: 'preload', as: 'style', href: `/${file}` })),
          ]
        })
      },
    },
  }
}

function link(attributes: Readonly<Record<string, string>>) {
  return { tag: 'link', attrs: { ...attributes, crossorigin: true }, injectTo: 'head' as const }
}
