/** Checks the destination of an alert that a user or caller chose. */
import type { NewDestination } from '../../contract/alert.ts'
import { type Destination, pagerDutyUrl } from '../alerts/destination.ts'
import { defaultDigestHour } from '../alerts/digest-times.ts'
import { validationError } from '../http/api-error.ts'
import { urlProblem } from '../outbound/outbound-rules.ts'
import type { AlertFrequency } from '../store/alert-values.ts'
import type { AlertDependencies } from './api-dependencies.ts'

type Field = Exclude<keyof NewDestination, 'type'>

const fieldsOf: Readonly<
  Record<NewDestination['type'], { readonly required: readonly Field[]; readonly optional: readonly Field[] }>
> = {
  webhook: { required: ['url'], optional: ['frequency'] },
  slack: { required: ['url'], optional: ['frequency'] },
  teams: { required: ['url'], optional: ['frequency'] },
  pagerduty: { required: ['routingKey'], optional: ['url', 'frequency'] },
  mail: { required: ['to'], optional: ['frequency', 'hour'] },
}

const allFields: readonly Field[] = ['url', 'routingKey', 'to', 'frequency', 'hour']

/** ASCII only, and without what could add further recipients. */
const addressForm = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/

/** `secret`: of a webhook. Throws `VALIDATION_ERROR`. */
export function checkedDestination(
  { outbound, isMailConfigured }: Pick<AlertDependencies, 'outbound' | 'isMailConfigured'>,
  chosen: NewDestination,
  secret: string | null,
): { readonly destination: Destination; readonly frequency: AlertFrequency; readonly digestHour: number } {
  const {
    type,
    url = '',
    routingKey = '',
    to = [],
    frequency = 'immediate',
    hour: digestHour = defaultDigestHour,
  } = chosen
  const { required, optional } = fieldsOf[type]
  for (const field of allFields) {
    if (required.includes(field) && chosen[field] === undefined) throw refused(field, `is required for ${type}`)
    if (![...required, ...optional].includes(field) && chosen[field] !== undefined) {
      throw refused(field, `is not for ${type}`)
    }
  }
  if (type !== 'mail' && frequency !== 'immediate') throw refused('frequency', 'must be immediate except for mail')
  if (type === 'mail') {
    if (!isMailConfigured) throw refused('type', 'mail requires the configuration of email (SMTP_URL) by the operator')
    for (const address of to) if (!addressForm.test(address)) throw refused('to', 'must be email addresses')
    return { destination: { type, to }, frequency, digestHour }
  }
  const address = type === 'pagerduty' && chosen.url === undefined ? pagerDutyUrl : url
  const problem = urlProblem(outbound, address)
  if (problem !== null) throw refused('url', problem)
  if (type === 'pagerduty') return { destination: { type, url: address, routingKey }, frequency, digestHour }
  if (type !== 'webhook') return { destination: { type, url: address }, frequency, digestHour }
  if (secret === null) throw new Error('A webhook needs a secret')
  return { destination: { type, url: address, secret }, frequency, digestHour }
}

function refused(field: Field | 'type', message: string) {
  return validationError([{ path: ['destination', field], message }])
}
