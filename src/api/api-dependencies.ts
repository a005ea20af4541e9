/** Everything that the HTTP server needs from the rest of the service. */
import type { FastifyServerOptions } from 'fastify'
import type { Logger } from 'pino'
import type { DiagramFormat, DiagramTheme } from '../../contract/diagram.ts'
import type { ScanService } from '../scan/scan-service.ts'
import type { Store } from '../store/store.ts'

/** What a picture says of the scan that it was drawn from; drawn only when asked for. */
export type DiagramStamp = { readonly scanId: string; readonly scannedAt: Date }

export type DiagramPictureOptions = {
  readonly format: DiagramFormat
  readonly theme: DiagramTheme
  readonly stamp: DiagramStamp | null
}

export type DiagramPicture = { readonly bytes: Uint8Array; readonly mediaType: string }

export type ApiDependencies = {
  readonly store: Store
  readonly scans: Pick<ScanService, 'create' | 'waitUntilFinished'>
  readonly logger: Logger
  /** Which proxies to believe about the caller's address. */
  readonly trustProxy: NonNullable<FastifyServerOptions['trustProxy']>
  /** The address that callers use, without a slash at its end; `null` when links are relative. */
  readonly publicUrl: string | null
  /** The formats that can be drawn. */
  readonly diagramFormats: readonly DiagramFormat[]
  /** Draws the stored content of a diagram in one of those formats. */
  renderDiagram(content: unknown, options: DiagramPictureOptions): Promise<DiagramPicture>
}
