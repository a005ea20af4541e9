/** What the API needs from the rest of the service. */
import type { Logger } from 'pino'
import type { DiagramFormat } from '../../contract/diagram.ts'
import type { ErrorDetail } from '../../contract/envelope.ts'
import type { LastGraph } from '../drawing/graph-cache.ts'
import type { PageSelection, PictureAnswer, PictureCaller, PictureRequest } from '../drawing/picture-request.ts'
import type { ScanService } from '../scan/scan-service.ts'
import type { Exposure } from '../meaning/exposure/exposure.ts'
import type { Store, Tenant } from '../store/store.ts'

export type ApiDependencies = {
  readonly store: Store
  readonly scans: Pick<ScanService, 'create' | 'waitUntilFinished'>
  readonly logger: Logger
  /** The address that callers use, without a slash at its end; `null` when links are relative. */
  readonly publicUrl: string | null
  /** The formats that can be drawn. */
  readonly diagramFormats: readonly DiagramFormat[]
  /** What a scan found exposed, sorted; empty until the scan has ended. */
  exposures(tenant: Tenant, scanId: string): Promise<readonly Exposure[]>
  /** Keeps the graph of the scan that was asked about last. */
  readonly lastGraph: LastGraph
  /** What is wrong with the texts of a selection, by parameter. */
  checkPage(page: PageSelection): readonly ErrorDetail[]
  /** Draws a stored diagram in one of those formats. */
  drawPicture(request: PictureRequest, caller: PictureCaller): Promise<PictureAnswer>
}
