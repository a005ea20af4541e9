/** Lists all routes of the API. */
import type { Route } from './route.ts'
import { compareScans } from './routes/compare-scans.ts'
import { createScan } from './routes/create-scan.ts'
import { getAccount } from './routes/get-account.ts'
import { getDiagram } from './routes/get-diagram.ts'
import { getDiagramContent } from './routes/get-diagram-content.ts'
import { getImpact } from './routes/get-impact.ts'
import { getReach } from './routes/get-reach.ts'
import { getScan } from './routes/get-scan.ts'
import { getScanCoverage } from './routes/get-scan-coverage.ts'
import { listAccounts } from './routes/list-accounts.ts'
import { listBaselines } from './routes/list-baselines.ts'
import { listDiagrams } from './routes/list-diagrams.ts'
import { listScanExposure } from './routes/list-scan-exposure.ts'
import { listScanResources } from './routes/list-scan-resources.ts'
import { listScans } from './routes/list-scans.ts'
import { planAgainstScan } from './routes/plan-against-scan.ts'
import { removeBaseline } from './routes/remove-baseline.ts'
import { setBaseline } from './routes/set-baseline.ts'

export const routes: readonly Route[] = [
  createScan,
  listScans,
  getScan,
  getScanCoverage,
  listScanResources,
  listScanExposure,
  compareScans,
  getReach,
  getImpact,
  planAgainstScan,
  listAccounts,
  getAccount,
  listBaselines,
  setBaseline,
  removeBaseline,
  listDiagrams,
  getDiagram,
  getDiagramContent,
]
