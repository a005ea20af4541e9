/** Finds the resource that a question names. */
import { isIP } from 'node:net'
import type { GraphIndex } from '../graph/graph-index.ts'
import type { Resource } from '../graph/resource-graph.ts'
import { graphOfScan } from '../api/graph-of-scan.ts'
import { ApiError, notFound, validationError } from '../http/api-error.ts'
import { resourcesNamed } from '../meaning/reach/named-resources.ts'
import type { Question } from './question.ts'
import type { FoundScan } from './scan-of.ts'

export type FoundResource = { readonly index: GraphIndex; readonly resource: Resource }

/** By ID, ARN, `type/id`, or a name that only one resource has. Throws `NOT_FOUND` or `VALIDATION_ERROR`. */
export async function resourceOf(
  question: Question,
  { record }: FoundScan,
  name: string,
  parameter = 'of',
): Promise<FoundResource> {
  const index = await question.read((tenant) => graphOfScan(question.dependencies, tenant, record))
  const byId = resourcesNamed(index, name)
  const found = byId.length > 0 ? byId : index.graph.resources.filter((resource) => resource.name === name)
  const [resource, ...others] = found
  if (resource === undefined) throw notFound('The resource')
  if (others.length > 0) {
    const message = `names ${found.length} resources; find them, and give one as TYPE/ID`
    throw validationError([{ path: [parameter], message }])
  }
  return { index, resource }
}

export const exactName = ({ type, id }: Pick<Resource, 'type' | 'id'>) => `${type}/${id}`

/** Resolves names of the ends of connections. Addresses, and IDs of other scans, stay as they are. */
export async function endOf(question: Question, scan: FoundScan, parameter: string, end: string): Promise<string> {
  if (end === 'internet' || isIP(end) !== 0) return end
  try {
    return exactName((await resourceOf(question, scan, end, parameter)).resource)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return end
    throw error
  }
}
