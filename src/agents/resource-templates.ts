/** Scans, resources, and diagrams as resources of the protocol: the answers of tools under addresses. */
import type { ReadResourceResult, ResourceTemplateType } from '@modelcontextprotocol/server'
import { getDiagramContent } from '../api/routes/get-diagram-content.ts'
import { getScan } from '../api/routes/get-scan.ts'
import type { Question } from './question.ts'
import { describe } from './tools/describe.ts'

type Template = {
  readonly form: ResourceTemplateType
  readonly pattern: RegExp
  read(parts: readonly string[], question: Question): Promise<{ readonly text: string }>
}

const json = 'application/json'
const mermaid = 'text/vnd.mermaid'

const templates: readonly Template[] = [
  {
    form: { name: 'scan', title: 'A scan', uriTemplate: 'surveyor://scans/{id}', mimeType: json },
    pattern: /^surveyor:\/\/scans\/([^/]+)$/u,
    read: async ([id], question) => ({ text: JSON.stringify(await question.data(getScan, { path: { id } })) }),
  },
  {
    form: {
      name: 'resource',
      title: 'A resource of a scan',
      uriTemplate: 'surveyor://scans/{id}/resources/{type}/{resource}',
      mimeType: json,
    },
    pattern: /^surveyor:\/\/scans\/([^/]+)\/resources\/([^/]+)\/([^/]+)$/u,
    async read([scan, type, id], question) {
      const { data } = await describe.answer({ scan, of: `${type}/${id}`, detail: 'full' }, question)
      return { text: JSON.stringify(data) }
    },
  },
  {
    form: { name: 'diagram', title: 'A diagram', uriTemplate: 'surveyor://diagrams/{id}', mimeType: mermaid },
    pattern: /^surveyor:\/\/diagrams\/([^/]+)$/u,
    async read([id], question) {
      const { bytes } = await question.bytes(getDiagramContent, { path: { id }, query: { format: 'mermaid' } })
      return { text: new TextDecoder().decode(bytes) }
    },
  },
]

export const listedTemplates: readonly ResourceTemplateType[] = templates.map(({ form }) => form)

/** `null` for an address that no template has. Throws the errors of the API. */
export async function readResource(uri: string, question: Question): Promise<ReadResourceResult | null> {
  for (const template of templates) {
    const [found, ...parts] = template.pattern.exec(uri) ?? []
    if (found === undefined) continue
    const { text } = await template.read(parts.map(decoded), question)
    return { contents: [{ uri, mimeType: template.form.mimeType ?? json, text }] }
  }
  return null
}

/** Text with invalid percent-encoding names nothing. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
