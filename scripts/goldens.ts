/**
 * `npm run goldens [-- NAME…]`: scans the simulated accounts, draws their diagrams, and reports differences from the
 * stored goldens. `graphs`: only the graphs, which takes seconds. With `--accept`: stores the new goldens, after a
 * person has reviewed them. `--values`: compares the diagrams before rendering, including pages around single
 * resources, with those of the last `--values --accept`. Run that before a refactoring of views that must not change
 * diagrams.
 */
import { parseArgs } from 'node:util'
import { compareAccount } from './goldens/account-goldens.ts'
import { goldenAccounts } from './goldens/golden-accounts.ts'
import { writeGoldens } from './goldens/golden-files.ts'
import { compareGraph, graphNames } from './goldens/graph-goldens.ts'
import { differentValues, drawGoldenValues, readValues, valuesPath, writeValues } from './goldens/golden-values.ts'
import { type ChangedView, reportPath, writeReport } from './goldens/report.ts'

/** The maximum number of listed differences of one account. The report has all. */
const mostListed = 12

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { accept: { type: 'boolean' }, values: { type: 'boolean' } },
})
if (values.values === true) {
  const drawn = await drawGoldenValues()
  const saved = await readValues(valuesPath)
  const different = saved === null ? [] : differentValues(saved, drawn)
  for (const name of different) console.log(`  ${name}`)
  console.log(
    saved === null ? `${drawn.size} diagrams, nothing saved` : `${drawn.size} diagrams, ${different.length} differ`,
  )
  if (values.accept === true) await writeValues(valuesPath, drawn)
  process.exit(values.accept === true || (saved !== null && different.length === 0) ? 0 : 1)
}
const asked = positionals.flatMap((name) => (name === 'graphs' ? graphNames : [name]))
const names = asked.length > 0 ? asked : [...graphNames, ...goldenAccounts.map(({ name }) => name)]
let count = 0
const changed: ChangedView[] = []
for (const name of names) {
  const startedAt = performance.now()
  const { drawn, differences, changedViews } = await (graphNames.includes(name)
    ? compareGraph(name)
    : compareAccount(name))
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${name}: ${drawn.length} files, ${differences.length} differ (${seconds} s)`)
  for (const { file, what } of differences.slice(0, mostListed)) console.log(`  ${file} ${what}`)
  if (differences.length > mostListed) console.log(`  and ${differences.length - mostListed} more`)
  if (values.accept === true && differences.length > 0) await writeGoldens(name, drawn)
  count += differences.length
  changed.push(...changedViews)
}
if (changed.length > 0) {
  await writeReport(changed)
  console.log(`${values.accept === true ? 'Accepted; what changed' : 'What differs'}: ${reportPath}`)
}
process.exitCode = count === 0 || values.accept === true ? 0 : 1
