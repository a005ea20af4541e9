/**
 * `npm run goldens [-- NAME…]`: scans the simulated accounts, draws their pictures again and reports what differs from those that are
 * kept. `graphs`: only the graphs, which takes seconds.
 * With `--accept`: keeps what is drawn now, after somebody has looked at it.
 */
import { parseArgs } from 'node:util'
import { compareAccount } from './goldens/account-goldens.ts'
import { goldenAccounts } from './goldens/golden-accounts.ts'
import { writeGoldens } from './goldens/golden-files.ts'
import { compareGraph, graphNames } from './goldens/graph-goldens.ts'
import { type ChangedView, reportPath, writeReport } from './goldens/report.ts'

/** Of one account; the report has them all. */
const mostListed = 12

const { values, positionals } = parseArgs({ allowPositionals: true, options: { accept: { type: 'boolean' } } })
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
