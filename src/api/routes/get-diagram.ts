/** GET /api/diagrams/{id}: one diagram, without its content. */
import { diagram } from '../../../contract/diagram.ts'
import { idPath, noParameters } from '../../../contract/path-parameters.ts'
import { notFound } from '../../http/api-error.ts'
import { diagramObject } from '../diagram-object.ts'
import { dataRoute } from '../route.ts'

export const getDiagram = dataRoute({
  operationId: 'getDiagram',
  summary: 'Get one diagram',
  tag: 'Diagrams',
  method: 'GET',
  path: '/api/diagrams/{id}',
  scope: 'read',
  pathParameters: idPath('The diagram ID.'),
  query: noParameters,
  body: null,
  errors: ['NOT_FOUND'],
  success: { status: 200, description: 'The diagram.', data: diagram },

  async handle({ path, caller, dependencies }) {
    const found = await dependencies.store.tenant(caller.organizationId, ({ diagrams }) => diagrams.find(path.id))
    if (found === null) throw notFound('The diagram')
    return { data: diagramObject(found, dependencies.diagramFormats) }
  },
})
