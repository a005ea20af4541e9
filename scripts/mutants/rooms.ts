/** Defines the mutated folders, and the tests that may detect the mutants. */
import { glob, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Mutant, mutantsOf } from './mutants-of.ts'

export const root = resolve(import.meta.dirname, '..', '..')

export interface Room {
  /** The name on the command line and in reports. */
  readonly name: string
  readonly folder: string
  /** Glob patterns of tests outside the folder that test its code. */
  readonly tests: readonly string[]
}

const graphs = 'test/fitness/graphs.test.ts'
const network = ['src/meaning/{exposure,reach}/**/*.test.ts', 'src/meaning/*.test.ts', 'test/fitness/views.test.ts']

/** A file is part of the first room with its folder. */
export const rooms: readonly Room[] = [
  {
    name: 'accounts',
    folder: 'src/accounts',
    tests: ['src/{api,http}/**/*.test.ts', 'test/fitness/permissions.test.ts', 'test/session/accounts.test.ts'],
  },
  {
    name: 'graph',
    folder: 'src/graph',
    tests: ['src/scan/*.test.ts', 'src/store/graphs.test.ts', 'src/diagram/views/**/*.test.ts', graphs],
  },
  {
    name: 'scan',
    folder: 'src/scan',
    tests: ['test/contract/{create-scan,scan-results,schedules}.test.ts'],
  },
  {
    name: 'store',
    folder: 'src/store',
    tests: [
      'src/accounts/*.test.ts',
      'src/{api,http}/**/*.test.ts',
      'src/scan/**/*.test.ts',
      'src/{alerts,dashboard-api,identity,sharing}/**/*.test.ts',
      'src/operator/{key,org,user}.test.ts',
      'test/contract/{alerts,baselines,create-scan,read-lists,scan-results,schedules,sharing,snapshots}.test.ts',
      'test/session/{members,organization,sharing,sign-on}.test.ts',
    ],
  },
  {
    name: 'diagram/views',
    folder: 'src/diagram/views',
    tests: ['src/diagram/draw-page.test.ts', 'test/fitness/{may-hold-unread,views}.test.ts'],
  },
  { name: 'meaning/exposure', folder: 'src/meaning/exposure', tests: network },
  { name: 'meaning/impact', folder: 'src/meaning/impact', tests: [] },
  { name: 'meaning/network', folder: 'src/meaning/network', tests: network },
  { name: 'meaning/reach', folder: 'src/meaning/reach', tests: network },
  {
    name: 'meaning',
    folder: 'src/meaning',
    tests: ['src/composition/resource-rows.test.ts', 'src/diagram/views/**/*.test.ts', 'test/fitness/views.test.ts'],
  },
  {
    name: 'collect',
    folder: 'src/collect',
    tests: [
      graphs,
      'src/cloud/**/*.test.ts',
      'test/fitness/{full-world,permissions,resource-types}.test.ts',
      'test/service/{gone,other,refused,tags}.slow.test.ts',
    ],
  },
  { name: 'report', folder: 'cli/src/report', tests: ['cli/src/run.test.ts', 'cli/test/plan.test.ts'] },
  { name: 'comment', folder: 'cli/src/comment', tests: [] },
]

/** Migrations run once, before every test, and never change again. */
const excluded = ['/migrations/', '.test.ts']

export interface SourceFile {
  readonly path: string
  readonly source: string
  readonly mutants: readonly Mutant[]
}

export function roomOf(path: string): Room | undefined {
  if (excluded.some((part) => path.includes(part))) return undefined
  return rooms.find(({ folder }) => path.startsWith(`${folder}/`))
}

export async function sourceFilesOf(room: Room): Promise<readonly SourceFile[]> {
  const paths = await pathsOf([`${room.folder}/**/*.ts`])
  return Promise.all(paths.filter((path) => roomOf(path)?.name === room.name).map(readSourceFile))
}

async function readSourceFile(path: string): Promise<SourceFile> {
  const source = await readFile(join(root, path), 'utf8')
  return { path, source, mutants: mutantsOf(path, source) }
}

export async function testFilesOf({ folder, tests }: Room): Promise<readonly string[]> {
  return pathsOf([`${folder}/**/*.test.ts`, ...tests])
}

async function pathsOf(patterns: readonly string[]): Promise<readonly string[]> {
  const paths = await Array.fromAsync(glob(patterns, { cwd: root }))
  return [...new Set(paths)].toSorted()
}
