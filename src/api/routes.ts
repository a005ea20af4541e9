/** Lists all routes of the API. */
import type { Route } from './route.ts'
import { compareScans } from './routes/compare-scans.ts'
import { createScan } from './routes/create-scan.ts'
import { createScanRun } from './routes/create-scan-run.ts'
import { createSchedule } from './routes/create-schedule.ts'
import { getAccount } from './routes/get-account.ts'
import { getDiagram } from './routes/get-diagram.ts'
import { getDiagramContent } from './routes/get-diagram-content.ts'
import { getImpact } from './routes/get-impact.ts'
import { getReach } from './routes/get-reach.ts'
import { getScan } from './routes/get-scan.ts'
import { getScanRun } from './routes/get-scan-run.ts'
import { getScanCoverage } from './routes/get-scan-coverage.ts'
import { getScanSnapshot } from './routes/get-scan-snapshot.ts'
import { getSnapshotKey } from './routes/get-snapshot-key.ts'
import { getSchedule } from './routes/get-schedule.ts'
import { listAccounts } from './routes/list-accounts.ts'
import { listBaselines } from './routes/list-baselines.ts'
import { listDiagrams } from './routes/list-diagrams.ts'
import { listScanExposure } from './routes/list-scan-exposure.ts'
import { listScanResources } from './routes/list-scan-resources.ts'
import { listScanRuns } from './routes/list-scan-runs.ts'
import { listSchedules } from './routes/list-schedules.ts'
import { listScans } from './routes/list-scans.ts'
import { planAgainstScan } from './routes/plan-against-scan.ts'
import { removeBaseline } from './routes/remove-baseline.ts'
import { removeSchedule } from './routes/remove-schedule.ts'
import { runSchedule } from './routes/run-schedule.ts'
import { updateSchedule } from './routes/update-schedule.ts'
import { setBaseline } from './routes/set-baseline.ts'
import { createAlert } from './routes/create-alert.ts'
import { listAlerts } from './routes/list-alerts.ts'
import { getAlert } from './routes/get-alert.ts'
import { updateAlert } from './routes/update-alert.ts'
import { removeAlert } from './routes/remove-alert.ts'
import { renewAlertSecret } from './routes/renew-alert-secret.ts'
import { testAlert } from './routes/test-alert.ts'
import { listAlertDeliveries } from './routes/list-alert-deliveries.ts'
import { getAlertDelivery } from './routes/get-alert-delivery.ts'
import { replayAlertDelivery } from './routes/replay-alert-delivery.ts'
import { createShareLink } from './routes/create-share-link.ts'
import { createView } from './routes/create-view.ts'
import { getShareLink } from './routes/get-share-link.ts'
import { getView } from './routes/get-view.ts'
import { listShareLinks } from './routes/list-share-links.ts'
import { listViews } from './routes/list-views.ts'
import { removeView } from './routes/remove-view.ts'
import { renameView } from './routes/rename-view.ts'
import { revokeShareLink } from './routes/revoke-share-link.ts'

export const routes: readonly Route[] = [
  createScan,
  listScans,
  getScan,
  getScanCoverage,
  listScanResources,
  listScanExposure,
  getScanSnapshot,
  compareScans,
  getReach,
  getImpact,
  planAgainstScan,
  getSnapshotKey,
  createScanRun,
  listScanRuns,
  getScanRun,
  createSchedule,
  listSchedules,
  getSchedule,
  updateSchedule,
  removeSchedule,
  runSchedule,
  createAlert,
  listAlerts,
  getAlert,
  updateAlert,
  removeAlert,
  renewAlertSecret,
  testAlert,
  listAlertDeliveries,
  getAlertDelivery,
  replayAlertDelivery,
  listAccounts,
  getAccount,
  listBaselines,
  setBaseline,
  removeBaseline,
  listDiagrams,
  getDiagram,
  getDiagramContent,
  createView,
  listViews,
  getView,
  renameView,
  removeView,
  createShareLink,
  listShareLinks,
  getShareLink,
  revokeShareLink,
]
