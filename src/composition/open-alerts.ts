/** Connects the parts of alerts: what the API needs to manage them, and the worker to send them. */
import type { Logger } from 'pino'
import { startAlertMaintenance } from '../alerts/alert-maintenance.ts'
import { deliveryHandler } from '../alerts/attempt-delivery.ts'
import { changePictures } from '../alerts/change-pictures.ts'
import type { AlertDependencies, ApiDependencies } from '../api/api-dependencies.ts'
import { loadComparison } from '../api/load-comparison.ts'
import type { Configuration } from '../configuration.ts'
import { createMailer } from '../identity/mailer.ts'
import type { ScanJobs } from '../jobs/scan-jobs.ts'
import { openOutbound } from '../outbound/outbound-request.ts'
import { secretBox } from '../store/keys/secret-box.ts'

export function alertDependencies(options: {
  readonly configuration: Pick<Configuration, 'mail' | 'outbound'>
  readonly secretKey: string
  readonly jobs: Pick<ScanJobs, 'deliveries'>
}): AlertDependencies {
  const { configuration, secretKey, jobs } = options
  return {
    secrets: secretBox(secretKey, 'alerts'),
    outbound: configuration.outbound,
    isMailConfigured: configuration.mail !== null,
    jobs: jobs.deliveries,
  }
}

/** Creates and sends deliveries in this process. Returns a stop function. */
export async function startAlerts(options: {
  readonly configuration: Pick<Configuration, 'mail' | 'outbound' | 'publicUrl'>
  readonly api: ApiDependencies
  readonly jobs: Pick<ScanJobs, 'deliveries'>
  readonly logger: Logger
}): Promise<() => Promise<void>> {
  const { configuration, api, logger } = options
  const { mail, outbound, publicUrl } = configuration
  const { secrets, jobs } = api.alerts
  // Repeating a transaction is harmless, because each checks the state that it changes.
  const store = { ...api.store, tenant: api.store.idempotentTenant }
  const mailer = mail === null ? null : createMailer(mail)
  const onError = (error: unknown) => logger.warn({ err: error }, 'a picture of changes could not be drawn')
  await options.jobs.deliveries.work(
    deliveryHandler({
      store,
      jobs,
      secrets,
      outbound: openOutbound(outbound),
      sendMail:
        mailer === null
          ? null
          : async (to, message) => {
              await mailer.sendMessage(to, message).catch((error: unknown) => {
                logger.warn({ err: error }, 'the mail server did not accept an alert')
                throw error
              })
            },
      picturesOf: (organizationId, content, signal) =>
        changePictures(
          { store, drawPicture: (request, caller) => api.drawPicture(request, caller), onError },
          organizationId,
          content,
          signal,
        ),
      logger,
    }),
  )
  const maintenance = startAlertMaintenance({
    store,
    jobs,
    publicUrl,
    async changesOf(tenant, scan) {
      const base = await tenant.scans.previousCompleted(scan)
      if (base === null) return null
      const { described } = await loadComparison(tenant, api, base, scan)
      return { base, changes: described.changes }
    },
    logger,
  })
  return () => maintenance.close()
}
