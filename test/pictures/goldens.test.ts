/** Tests that the diagrams of every simulated account, in every view and format, equal the accepted ones. */
import { afterAll, expect, test } from 'vitest'
import { compareAccount } from '../../scripts/goldens/account-goldens.ts'
import { goldenAccounts } from '../../scripts/goldens/golden-accounts.ts'
import { type ChangedView, reportPath, writeReport } from '../../scripts/goldens/report.ts'

const changed: ChangedView[] = []

afterAll(async () => {
  if (changed.length > 0) await writeReport(changed)
})

test.each(goldenAccounts)('the diagrams of $name equal the accepted ones', async ({ name }) => {
  const { differences, changedViews } = await compareAccount(name)
  changed.push(...changedViews)
  const told = differences.map(({ file, what }) => `${file} ${what}`)
  expect(told, `Look at ${reportPath}, then run npm run goldens -- --accept`).toEqual([])
})
