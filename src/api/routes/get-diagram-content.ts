/** GET /api/diagrams/{id}/content: the diagram in the requested format. */
import { Type } from 'typebox'
import {
  type DiagramFormat,
  diagramFormats,
  diagramMediaTypes,
  diagramThemes,
  pictureQuery,
} from '../../../contract/diagram.ts'
import { idPath } from '../../../contract/path-parameters.ts'
import type { ErrorCode } from '../../../contract/error-catalogue.ts'
import { ApiError, notFound, validationError } from '../../http/api-error.ts'
import { findBase } from '../find-base.ts'
import { findScan } from '../find-scan.ts'
import { pageOf } from '../page-selection.ts'
import { bytesRoute } from '../route.ts'

export const getDiagramContent = bytesRoute({
  operationId: 'getDiagramContent',
  summary: 'Get the content of a diagram',
  description: 'An unchanged account gives the same bytes. The time of the scan is drawn only with `stamp=true`.',
  tag: 'Diagrams',
  method: 'GET',
  path: '/api/diagrams/{id}/content',
  scope: 'read',
  pathParameters: idPath('The diagram ID.'),
  query: Type.Object(
    {
      format: Type.Enum(diagramFormats, { type: 'string', title: 'DiagramFormat', default: 'svg' }),
      theme: Type.Enum([...diagramThemes], { type: 'string', title: 'DiagramTheme', default: 'light' }),
      stamp: Type.Boolean({ default: false, description: 'Adds the time when the scan ended.' }),
      ...pictureQuery,
    },
    { additionalProperties: false },
  ),
  body: null,
  errors: ['NOT_FOUND', 'CONFLICT'],
  success: {
    status: 200,
    description: 'The diagram.',
    headers: {
      'Content-Security-Policy': 'Always `sandbox`.',
      'Content-Disposition': '`attachment` for `html`, `pdf`, and `drawio`.',
    },
    mediaTypes: [...new Set(Object.values(diagramMediaTypes))],
  },

  async handle({ path, query, caller, dependencies, signal, halfClosed }) {
    const { format, theme, stamp, part, characterLimit, detail, hide = [], fold = [] } = query
    const { organizationId } = caller
    const page = pageOf(query)
    const faults = dependencies.checkPage(page)
    if (faults.length > 0) throw validationError(faults)
    const { diagram, base } = await dependencies.store.tenant(organizationId, async (tenant) => {
      const diagram = await tenant.diagrams.find(path.id)
      if (diagram === null) throw notFound('The diagram')
      if (query.compare === undefined) return { diagram, base: null }
      const scan = await findScan(tenant, diagram.scanId)
      return { diagram, base: await findBase(tenant, scan, query.compare, 'compare') }
    })
    if (!dependencies.diagramFormats.includes(format)) {
      throw new ApiError(
        'NOT_FOUND',
        `The format ${format} isn't available. Available formats: ${dependencies.diagramFormats.join(', ')}.`,
      )
    }
    const scale = query.scale === 2 ? 2 : 1
    const compare = base === null ? null : { baseId: base.id, name: query.compare ?? '' }
    const options = {
      format,
      theme,
      stamp,
      page,
      hide,
      fold,
      part,
      characterLimit,
      detail,
      scale,
      compare,
      alone: null,
    } as const
    const answer = await dependencies.drawPicture(
      { organizationId, diagramId: diagram.id, options },
      { leaving: signal, halfClosed },
    )
    if (answer.kind === 'refused') throw new ApiError(answer.code, answer.message, waitFor(answer.code))
    const { bytes, mediaType } = answer
    return {
      bytes,
      mediaType,
      headers: {
        'content-security-policy': 'sandbox',
        ...(kept.has(format) && { 'content-disposition': `attachment; filename="${diagram.type}.${format}"` }),
      },
    }
  },
})

/** The only conflict of this operation is a full queue, which is temporary. */
function waitFor(code: ErrorCode): { readonly retryAfterSeconds?: number } {
  return code === 'CONFLICT' ? { retryAfterSeconds: 10 } : {}
}

/** Formats that browsers can't show in a sandbox, or open in another program. */
const kept: ReadonlySet<DiagramFormat> = new Set(['html', 'pdf', 'drawio'])
