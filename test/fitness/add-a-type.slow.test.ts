/**
 * Tests the guide in CONTRIBUTING.md: a type takes three files and one line, a new service also its import and its place in
 * the order of services, and the compiler reports what is missing.
 */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const type = 'AWS::Athena::DataCatalog'

/** A file of the copy and its change: new text, or text before which more is inserted. */
type Step = { readonly path: string; readonly before?: string; readonly text: string }

const descriptor: Step = {
  path: 'src/resource-types/athena.ts',
  before: "  'AWS::Athena::WorkGroup': {",
  text: `  '${type}': {
    names: ['Athena data catalog', 'Athena data catalogs'],
    icon: ['architecture-service/AmazonAthena', 'athena'],
    picture: { none: 'a setting of queries' },
  },
`,
}

/** A third type, without a line in the catalogue. */
const otherType = 'AWS::Athena::NamedQuery'
const otherDescriptor: Step = { ...descriptor, text: descriptor.text.replaceAll(type, otherType) }

const collector: Step = {
  path: 'src/collect/aws/athena/data-catalog.ts',
  text: `import { defineCollector } from '../../collector.ts'
import { athena } from './work-group.ts'

export const dataCatalog = defineCollector({
  type: '${type}',
  count: 'dataCatalogs',
  scope: 'regional',
  permissions: ['athena:ListDataCatalogs'],
  service: athena,
  pages: ({ sdk, client }) => sdk.paginateListDataCatalogs({ client, pageSize: 50 }, {}),
  items: (page) => page.DataCatalogsSummary,
  resource: (catalog) => ({
    id: catalog.CatalogName,
    name: catalog.CatalogName,
    properties: { type: catalog.Type },
  }),
})
`,
}

const line: Step = {
  path: 'src/collect/collectors.ts',
  before: "export { workGroup } from './aws/athena/work-group.ts'\n",
  text: "export { dataCatalog } from './aws/athena/data-catalog.ts'\n",
}

const simulated: readonly Step[] = [
  {
    path: 'src/simulated/services/athena.ts',
    before: "import type { WorkGroupSummary } from '@aws-sdk/client-athena'\n",
    text: "import type { DataCatalogSummary } from '@aws-sdk/client-athena'\n",
  },
  {
    path: 'src/simulated/services/athena.ts',
    before: 'workGroups: WorkGroupSummary }',
    text: 'dataCatalogs: DataCatalogSummary; ',
  },
  {
    path: 'src/simulated/services/athena.ts',
    before: '  ListWorkGroups:',
    text: "  ListDataCatalogs: { list: 'dataCatalogs' },\n",
  },
]

/** A type of a service without a descriptor. The service is simulated already, because scans search it for other types. */
const newType = 'AWS::ResourceExplorer2::Index'

const newDescriptor: Step = {
  path: 'src/resource-types/resource-explorer.ts',
  text: `import { service } from './resource-type.ts'

export const resourceExplorer = service('Resource Explorer', {
  '${newType}': {
    names: ['Resource Explorer index', 'Resource Explorer indexes'],
    icon: ['architecture-service/AWSResourceExplorer', 'resource_explorer'],
    picture: { none: 'nothing flows through it' },
  },
})
`,
}

const newCollector: Step = {
  path: 'src/collect/aws/resource-explorer-2/resource-index.ts',
  text: `import { defineService } from '../../../cloud/service.ts'
import { defineCollector } from '../../collector.ts'

export const explorer = defineService(
  'resource-explorer-2',
  () => import('@aws-sdk/client-resource-explorer-2'),
  (sdk) => sdk.ResourceExplorer2Client,
)

export const resourceIndex = defineCollector({
  type: '${newType}',
  count: 'resourceIndexes',
  scope: 'regional',
  permissions: ['resource-explorer-2:ListIndexes'],
  service: explorer,
  pages: ({ sdk, client }) => sdk.paginateListIndexes({ client, pageSize: 100 }, {}),
  items: (page) => page.Indexes,
  resource: (index) => ({ id: index.Arn, arn: index.Arn, properties: { type: index.Type } }),
})
`,
}

const newLine: Step = {
  path: 'src/collect/collectors.ts',
  before: "export { hostedZone } from './aws/route53/hosted-zone.ts'\n",
  text: "export { resourceIndex } from './aws/resource-explorer-2/resource-index.ts'\n",
}

const newImport: Step = {
  path: 'src/resource-types/all.ts',
  before: "import { athena } from './athena.ts'\n",
  text: "import { resourceExplorer } from './resource-explorer.ts'\n",
}

const newPlace: Step = { path: newImport.path, before: '  ...athena,\n', text: '  ...resourceExplorer,\n' }

const newSimulated: readonly Step[] = [
  { path: 'src/simulated/services/resource-explorer-2.ts', before: 'Resource } from', text: 'Index, ' },
  {
    path: 'src/simulated/services/resource-explorer-2.ts',
    before: 'readonly resources: readonly Resource[] }',
    text: 'readonly indexes?: readonly Index[]; ',
  },
  {
    path: 'src/simulated/services/resource-explorer-2.ts',
    before: '  Search: {',
    text: "  ListIndexes: { list: 'indexes' },\n",
  },
]

/** Scans and prints the new types. */
const scan = `import { scanSimulatedRegion } from './scripts/scan-simulated-region.ts'
import { startSimulatedCloud } from './src/simulated/simulated-cloud.ts'
import type { World } from './src/simulated/world.ts'

const account = { accountId: '123456789012', roleName: 'surveyor', optedInRegions: [], denials: [], global: {} }
const athena = { dataCatalogs: [{ CatalogName: 'sales', Type: 'GLUE' as const }] }
const arn = 'arn:aws:resource-explorer-2:us-east-1:123456789012:index/1'
const resourceExplorer = { resources: [], indexes: [{ Arn: arn, Type: 'LOCAL' as const }] }
const world: World = { accounts: [{ ...account, regions: { 'us-east-1': { athena, resourceExplorer } } }] }
const cloud = await startSimulatedCloud({ world })
const { resources, coverage } = await scanSimulatedRegion(cloud)
await cloud.close()
const isNew = (each: { readonly type: string }) => ['${type}', '${newType}'].includes(each.type)
console.log(JSON.stringify({ resources: resources.filter(isNew), coverage: coverage.filter(isNew) }))
`

let copy: string

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'surveyor-add-a-type-'))
  for (const path of ['src', 'contract', 'package.json', 'scripts/scan-simulated-region.ts']) {
    cpSync(join(root, path), join(copy, path), { recursive: true, filter: (from) => !from.endsWith('.test.ts') })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const { compilerOptions } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'))
  writeFileSync(
    join(copy, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['scan.ts', 'src/collect/catalogue*.ts', 'src/simulated'] }),
  )
  writeFileSync(join(copy, 'scan.ts'), scan)
  const ofNewService = [newDescriptor, newCollector, ...newSimulated, newLine, newImport, newPlace]
  for (const step of [descriptor, collector, ...simulated, line, ...ofNewService]) take(step)
})
afterAll(() => rmSync(copy, { recursive: true }))

function take({ path, before, text }: Step): void {
  const file = join(copy, path)
  if (before === undefined) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    return
  }
  const source = readFileSync(file, 'utf8')
  expect(source).toContain(before)
  writeFileSync(
    file,
    source.replace(before, () => text + before),
  )
}

function compile(): string {
  // Several threads would take more of the processors, which other tests need.
  const options = ['--project', copy, '--singleThreaded']
  return spawnSync(join(root, 'node_modules/.bin/tsc'), options, { cwd: copy, encoding: 'utf8' }).stdout
}

test('it takes three files and one line, for a new service also an import and a place, compiles, and is read', () => {
  const isNew = (path: string) => !existsSync(join(root, path))
  const changed = globSync('src/**/*.ts', { cwd: copy }).filter(
    (path) => isNew(path) || textOf(copy, path) !== textOf(root, path),
  )
  expect(changed.toSorted()).toEqual(
    [
      collector.path,
      line.path,
      descriptor.path,
      'src/simulated/services/athena.ts',
      newCollector.path,
      newDescriptor.path,
      newImport.path,
      'src/simulated/services/resource-explorer-2.ts',
    ].toSorted(),
  )
  expect(linesOf(copy, line.path)).toBe(linesOf(root, line.path) + 2)
  expect(linesOf(copy, newImport.path)).toBe(linesOf(root, newImport.path) + 2)
  expect(compile()).toBe('')
  const { stdout } = spawnSync(process.execPath, ['scan.ts'], { cwd: copy, encoding: 'utf8' })
  expect(JSON.parse(stdout)).toMatchObject({
    resources: [
      { type, id: 'sales', presence: 'read', properties: { type: 'GLUE' } },
      { type: newType, presence: 'read', properties: { type: 'LOCAL' } },
    ],
    coverage: [
      { type, status: 'collected', count: 1 },
      { type: newType, status: 'collected', count: 1 },
    ],
  })
})

// All at once, because each concerns other files, and the compiler takes long.
test('without a descriptor, the place of a new service, the simulated responses, or a line in the catalogue, the compiler names what is missing', () => {
  for (const { path, text } of [descriptor, newPlace, simulated[1] as Step]) replaceIn(path, text, '')
  take(otherDescriptor)
  // A catalogue of its own, because collectors without a descriptor have no type that it could compare.
  const [collectors, catalogue] = [line.path, 'src/collect/catalogue.ts'].map((path) => textOf(copy, path))
  const without = [line, newLine].reduce((text, step) => text.replace(step.text, ''), collectors ?? '')
  writeFileSync(join(copy, 'src/collect/collectors-without-lines.ts'), without)
  const other = 'src/collect/catalogue-without-lines.ts'
  writeFileSync(join(copy, other), (catalogue ?? '').replace('./collectors.ts', './collectors-without-lines.ts'))

  const messages = compile().split('\n')
  const reported = (path: string) => messages.filter((message) => message.startsWith(`${path}(`)).join('\n')
  expect(reported(collector.path)).toContain(type)
  expect(reported(newCollector.path)).toContain(newType)
  expect(reported('src/simulated/services/athena.ts')).toContain('dataCatalogs')
  expect(reported(other)).toContain(otherType)
})

function replaceIn(path: string, before: string, after: string): void {
  writeFileSync(join(copy, path), textOf(copy, path).replace(before, after))
}

function textOf(folder: string, path: string): string {
  return readFileSync(join(folder, path), 'utf8')
}

function linesOf(folder: string, path: string): number {
  return textOf(folder, path).split('\n').length
}
