/**
 * Writes the JSON schema of the placed diagram, for clients that draw diagrams themselves. With `--check`: fails if it
 * isn't up to date.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { placedDiagram } from '../contract/placed-diagram.ts'

const path = join(import.meta.dirname, '../docs/diagram.schema.json')
const schema = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...placedDiagram }
const text = `${JSON.stringify(schema, null, 2)}\n`

if (!process.argv.includes('--check')) {
  await writeFile(path, text)
} else if ((await readFile(path, 'utf8').catch(() => '')) !== text) {
  console.error(`${path} is not up to date: run npm run generate`)
  process.exitCode = 1
}
