/** Adds the code that every page needs to the HTML document, so that it loads in parallel with the first script. */
import type { Plugin } from 'vite'

/** `chunkName`: a chunk that every page imports later, but no script of the document imports directly. */
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
