/** Creates a snapshot file: redacts the graph first, then draws everything from the redacted graph. */
import {
  coverageName,
  exposuresName,
  graphName,
  offlineName,
  snapshotFormat,
  snapshotLimits,
  snapshotVersion,
} from '../../contract/snapshot/format.ts'
import type { Diagram } from '../diagram/diagram.ts'
import { type DrawnPage, overviewOptions } from '../diagram/draw-page.ts'
import { type Format, renderDiagram } from '../diagram/render-diagram.ts'
import { type DrawPage, drawDiagrams, drawerOf, furtherPages } from '../drawing/diagrams.ts'
import type { ResourceGraph } from '../graph/resource-graph.ts'
import { storedExposures } from '../meaning/exposure/stored-exposures.ts'
import type { SigningKey } from '../store/snapshot-keys.ts'
import { type ArchiveWriter, openArchiveWriter } from './archive-writer.ts'
import { graphLines } from './graph-lines.ts'
import { redactGraph } from './redaction/redact-graph.ts'
import { appliedRedaction, type RedactionRules } from './redaction/rules.ts'
import { pseudonymKey } from './pseudonym-key.ts'

export type SnapshotSource = {
  readonly scanId: string
  readonly createdAt: string
  readonly completedAt: string
  readonly graph: ResourceGraph
}

/** Pictures are left out beyond this size. All pages are in the offline file, too. */
const mostPictureBytes = 256 * 1024 ** 2

/** `path`: a new file, which is complete when this resolves. Returns the name that it should have. */
export async function createSnapshot(
  path: string,
  { scanId, createdAt, completedAt, graph: scanned }: SnapshotSource,
  rules: RedactionRules,
  key: SigningKey,
): Promise<string> {
  const graph = redactGraph(scanned, rules, pseudonymKey(key))
  const { accountId, accountAlias, region } = graph
  const archive = openArchiveWriter(path)
  try {
    await archive.add(graphName, graphLines(graph))
    await archive.add(coverageName, [json(graph.coverage)])
    const exposures = storedExposures(graph)
    await archive.add(exposuresName, [json(exposures)])
    const drawn = await addDiagrams(archive, graph)
    await archive.finish(
      {
        format: snapshotFormat,
        version: snapshotVersion,
        scan: { id: scanId, accountId, accountAlias, region, createdAt, completedAt },
        redaction: appliedRedaction(rules),
        counts: {
          resources: graph.resources.length,
          relations: graph.relations.length,
          types: graph.coverage.length,
          exposures: exposures.exposures.length,
          ...drawn,
        },
      },
      key,
    )
    return `${accountId}-${region}-${createdAt.slice(0, 10)}.surveyor.zip`
  } catch (error) {
    await archive.abort()
    throw error
  }
}

async function addDiagrams(archive: ArchiveWriter, graph: ResourceGraph) {
  const views = await drawDiagrams(graph)
  const draw = drawnOnce(
    drawerOf(graph, null),
    views.map(({ content }) => content as Diagram),
  )
  let [pictures, picturesLeftOut, bytes] = [0, 0, 0]
  const addPicture = async (name: string, diagram: Diagram, format: Format) => {
    const picture = await renderDiagram(diagram, { format, theme: 'light' })
    if (bytes + picture.bytes.length > mostPictureBytes || pictures >= snapshotLimits.entries - 100) {
      picturesLeftOut += 1
      return
    }
    bytes += await archive.add(`pictures/${name}.${format}`, [picture.bytes])
    pictures += 1
  }
  for (const { type: view, content, pages = [] } of views) {
    const diagram = content as Diagram
    await archive.add(`diagrams/${view}.json`, [json({ ...diagram, pages })])
    await addPicture(view, diagram, 'svg')
    await addPicture(view, diagram, 'png')
    for (const [at, { focus }] of pages.entries()) {
      await addPicture(`${view}-${String(at + 1).padStart(2, '0')}`, pageOf(draw, diagram, focus), 'svg')
    }
  }
  const [first] = views
  if (first !== undefined) await archive.add(offlineName, [await offlineFile(first.content as Diagram, draw)])
  return { diagrams: views.length, pictures, picturesLeftOut }
}

/** Pictures and the offline file show the same pages. `first`: the first page of each view. */
function drawnOnce(draw: DrawPage, first: readonly Diagram[]): DrawPage {
  const drawn = new Map<string, DrawnPage>(
    first.map((diagram) => [`${diagram.view} `, { kind: 'drawn', diagram } as const]),
  )
  return (view, page) => {
    const key = `${view} ${page.focus}`
    const known = drawn.get(key) ?? draw(view, page)
    drawn.set(key, known)
    return known
  }
}

function pageOf(draw: DrawPage, { view }: Diagram, focus: string): Diagram {
  const page = draw(view, { ...overviewOptions, focus })
  if (page.kind !== 'drawn') throw new Error(page.message)
  return page.diagram
}

async function offlineFile(first: Diagram, draw: DrawPage): Promise<Uint8Array> {
  const pages = furtherPages(first, draw, overviewOptions, 'html')
  return (await renderDiagram(first, { format: 'html', theme: 'light', furtherPages: pages })).bytes
}

function json(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 1)}\n`)
}
