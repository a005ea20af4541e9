/** Reads the graph of a snapshot. Everything is checked, because a signature doesn't make a graph valid. */
import { coverageName, graphName, type SnapshotManifest } from '../../contract/snapshot/format.ts'
import type { SnapshotArchive } from '../../contract/snapshot/archive.ts'
import { resourceKey } from '../graph/graph-index.ts'
import { compareReferences } from '../graph/resolve-graph.ts'
import type { ResourceGraph, ResourceReference, TypeCoverage } from '../graph/resource-graph.ts'
import { versionOf, type ResourceVersion } from '../graph/resource-version.ts'
import { resourceType } from '../resource-types/look-ups.ts'
import { checkCoverage, checkLine, depthOf, GraphError, mostDepth } from './graph-schema.ts'

export type SnapshotGraph = {
  readonly graph: ResourceGraph
  /** In the graph's order. */
  readonly versions: readonly ResourceVersion[]
}

const mostLineCharacters = 4 * 1024 ** 2
const mostCoverageBytes = 16 * 1024 ** 2
const mostResources = 500_000

/** Throws a `GraphError`, whose message is for users. `otherType`: of the coverage of unsupported types. */
export async function readGraph(
  archive: SnapshotArchive,
  { scan, counts }: SnapshotManifest,
  otherType: string,
): Promise<SnapshotGraph> {
  const { accountId, accountAlias, region } = scan
  const graph = { accountId, accountAlias, region, resources: [], relations: [] } as {
    accountId: string
    accountAlias: string
    region: string
    resources: ResourceGraph['resources'][number][]
    relations: ResourceGraph['relations'][number][]
  }
  const versions: ResourceVersion[] = []
  let last: ResourceReference | null = null
  for await (const { line, number } of linesOf(archive)) {
    const { resource, relations } = checkLine(parsed(line, `line ${number} of ${graphName}`), number)
    if (resourceType(resource.type) === null) {
      throw new GraphError(
        `The graph has a resource of the type ${JSON.stringify(resource.type)} (line ${number}), which this version of Surveyor doesn't know.`,
      )
    }
    if (last !== null && compareReferences(last, resource) >= 0) {
      throw new GraphError(`The resources aren't sorted, or one is repeated (line ${number} of ${graphName}).`)
    }
    last = { type: resource.type, id: resource.id }
    const version = versionOf({ resource, relations })
    if (version.type !== resource.type || version.id !== resource.id || versions.length >= mostResources) {
      throw new GraphError(`The resource in line ${number} of ${graphName} can't be stored.`)
    }
    versions.push(version)
    graph.resources.push(resource)
    graph.relations.push(...relations)
  }
  checkTargets(graph)
  if (graph.resources.length !== counts.resources || graph.relations.length !== counts.relations) {
    throw new GraphError('The graph has another number of resources or relations than the manifest.')
  }
  return { graph: { ...graph, coverage: await readCoverage(archive, otherType) }, versions }
}

function checkTargets({ resources, relations }: Pick<ResourceGraph, 'resources' | 'relations'>): void {
  const known = new Set(resources.map(resourceKey))
  const dangling = relations.find(({ target }) => !known.has(resourceKey(target)))
  if (dangling === undefined) return
  const { source, target } = dangling
  throw new GraphError(
    `A relation of ${source.type} ${JSON.stringify(source.id)} has the target ${target.type} ${JSON.stringify(target.id)}, which isn't in the graph.`,
  )
}

async function readCoverage(archive: SnapshotArchive, otherType: string): Promise<readonly TypeCoverage[]> {
  const bytes = await archive.readWhole(coverageName, mostCoverageBytes)
  const coverage = checkCoverage(parsed(bytes.toString('utf8'), coverageName))
  const unknown = coverage.find(({ type }) => type !== otherType && resourceType(type) === null)
  if (unknown !== undefined) {
    throw new GraphError(
      `The coverage has the type ${JSON.stringify(unknown.type)}, which this version of Surveyor doesn't know.`,
    )
  }
  return coverage
}

function parsed(text: string, where: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new GraphError(`There is no valid JSON in ${where}.`)
  }
  if (depthOf(value) > mostDepth) throw new GraphError(`The values in ${where} are nested too deeply.`)
  return value
}

async function* linesOf(archive: SnapshotArchive): AsyncGenerator<{ readonly line: string; readonly number: number }> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let rest = ''
  let number = 0
  for await (const chunk of archive.read(graphName)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      number += 1
      yield { line, number }
    }
    if (rest.length > mostLineCharacters) throw new GraphError(`Line ${number + 1} of ${graphName} is too long.`)
  }
  if (rest !== '') throw new GraphError(`The last line of ${graphName} is cut off.`)
}
