/** Dependencies of the API on the rest of the service. */
import type { Logger } from 'pino'
import type { DiagramFormat } from '../../contract/diagram.ts'
import type { ErrorDetail } from '../../contract/envelope.ts'
import type { LastGraph } from '../drawing/graph-cache.ts'
import type { PageSelection, PictureAnswer, PictureCaller, PictureRequest } from '../drawing/picture-request.ts'
import type { DeliveryJobs } from '../jobs/delivery-jobs.ts'
import type { OutboundRules } from '../outbound/outbound-rules.ts'
import type { SecretBox } from '../store/keys/secret-box.ts'
import type { ScanService } from '../scan/scan-service.ts'
import type { Exposure } from '../meaning/exposure/exposure.ts'
import type { Snapshots } from '../snapshot/snapshot-pool.ts'
import type { ScanRecord } from '../store/scans.ts'
import type { Store, Tenant } from '../store/store.ts'

export type AlertDependencies = {
  /** Encrypts the destinations of alerts. */
  readonly secrets: SecretBox
  /** Which addresses alerts may be sent to. */
  readonly outbound: OutboundRules
  readonly isMailConfigured: boolean
  readonly jobs: Pick<DeliveryJobs, 'send'>
}

export type ApiDependencies = {
  readonly store: Store
  readonly scans: Pick<ScanService, 'create' | 'waitUntilFinished'>
  readonly logger: Logger
  readonly alerts: AlertDependencies
  /** The URL for callers, without a trailing slash; `null` for relative links. */
  readonly publicUrl: string | null
  /** The available formats. */
  readonly diagramFormats: readonly DiagramFormat[]
  /** The exposures of a scan, sorted. Before the scan has completed, all are unknown. */
  exposures(tenant: Tenant, scan: ScanRecord): Promise<readonly Exposure[]>
  /** Caches the graph of the last requested scan. */
  readonly lastGraph: LastGraph
  /** Returns the errors in the texts of a selection, by parameter. */
  checkPage(page: PageSelection): readonly ErrorDetail[]
  readonly snapshots: Pick<Snapshots, 'create'>
  /** Renders a stored diagram in one of the available formats. */
  drawPicture(request: PictureRequest, caller: PictureCaller): Promise<PictureAnswer>
}
