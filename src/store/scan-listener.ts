/** Listens for progress and ends of scans in all processes. */
import { listenOn } from './channel-listener.ts'
import { scanFinishedChannel, scanProgressChannel } from './scans.ts'

export type ScanListener = {
  /** The scan has started, or its progress or coverage has changed. */
  readonly onProgress: (scanId: string) => void
  /** The scan has ended. */
  readonly onFinished: (scanId: string) => void
}

/** Doesn't report events while the connection is broken. Listeners have to query the scan from time to time. */
export function listenForScans(url: string, listener: ScanListener): Promise<() => Promise<void>> {
  return listenOn({
    url,
    application_name: 'surveyor scan listener',
    channels: [scanFinishedChannel, scanProgressChannel],
    onNotification(channel, scanId) {
      if (channel === scanFinishedChannel) listener.onFinished(scanId)
      else listener.onProgress(scanId)
    },
  })
}
