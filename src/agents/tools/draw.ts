/** `draw`: a diagram of a scan as Mermaid or PNG. */
import { Type } from 'typebox'
import { nullable } from '../references.ts'
import { getDiagramContent } from '../../api/routes/get-diagram-content.ts'
import { listDiagrams } from '../../api/routes/list-diagrams.ts'
import { notFound } from '../../http/api-error.ts'
import { agentTool } from '../agent-tool.ts'
import { detail } from '../fitting.ts'
import { scanFacts, scanInput, scanOf } from '../scan-of.ts'

const { focus, compare, part } = getDiagramContent.query.properties
const views = ['architecture', 'overview', 'network', 'dataflow', 'security', 'inventory'] as const
const charactersOf = { concise: 3_000, full: 20_000 } as const

export const draw = agentTool({
  name: 'draw',
  description: 'Draws a scan, the surroundings of one resource (focus), or the changes since another scan (compare).',
  scope: 'read',
  input: Type.Object(
    {
      view: Type.Enum(views, { type: 'string', default: 'architecture' }),
      format: Type.Enum(['mermaid', 'png'], { type: 'string', default: 'mermaid' }),
      focus,
      compare,
      part,
      scan: scanInput,
      detail,
    },
    { additionalProperties: false },
  ),
  hints: { focus: 'A resource or VPC: ID, ARN, or unique name', compare: 'Like base of changes', part: null },
  output: Type.Object({ scan: scanFacts, diagram: Type.String(), mermaid: nullable }),

  async answer({ view, format, scan: wanted, detail: level, ...page }, question) {
    const scan = await scanOf(question, wanted)
    const { diagrams } = await question.data(listDiagrams, {
      query: { scanId: scan.record.id, type: view, limit: 100 },
    })
    const diagram = diagrams.find(({ parentId }) => parentId === null)
    if (diagram === undefined) throw notFound('A diagram of this view')
    const isImage = format === 'png'
    const { bytes, mediaType } = await question.bytes(getDiagramContent, {
      path: { id: diagram.id },
      query: {
        ...page,
        format,
        characterLimit: charactersOf[level],
        detail: isImage || level === 'full' ? 'all' : 'summary',
      },
    })
    // Indentation means nothing in Mermaid.
    const mermaid = isImage ? null : new TextDecoder().decode(bytes).replaceAll(/^ +/gmu, '')
    const data = { scan: scan.facts, diagram: diagram.id, mermaid }
    return isImage ? { data, image: { bytes, mediaType } } : { data }
  },
})
