/** Lists the services that the IAM role can read and the actions that it lacks, missing ones first. */
import Box from '@cloudscape-design/components/box'
import ExpandableSection from '@cloudscape-design/components/expandable-section'
import StatusIndicator from '@cloudscape-design/components/status-indicator'
import type { StatusIndicatorProps } from '@cloudscape-design/components/status-indicator'
import type { Checklist } from '../../../../contract/session/accounts.ts'
import { counted } from '../../shared/resource-kind.ts'

type ServiceCheck = Checklist['services'][number]

const shown: Readonly<Record<ServiceCheck['status'], readonly [StatusIndicatorProps.Type, string]>> = {
  denied: ['error', 'access denied'],
  failed: ['warning', 'couldn’t be checked'],
  unknown: ['pending', 'not checked yet'],
  unavailable: ['stopped', 'not available in this region'],
  readable: ['success', 'readable'],
}

export function ServiceChecks({ services }: { readonly services: readonly ServiceCheck[] }) {
  const of = (...statuses: readonly ServiceCheck['status'][]) =>
    services.filter(({ status }) => statuses.includes(status))
  const missing = of('denied', 'failed')
  const readable = of('readable')
  const others = of('unavailable', 'unknown')
  return (
    <>
      {missing.map((service) => (
        <div key={service.service}>
          <Service service={service} />
          {(service.missingActions.length > 0 || service.message !== null) && (
            <Box fontSize="body-s" color="text-body-secondary" padding={{ left: 'l' }}>
              {service.missingActions.length > 0 ? `Missing: ${service.missingActions.join(', ')}` : service.message}
            </Box>
          )}
        </div>
      ))}
      {readable.length > 0 && (
        <ExpandableSection
          headerText={`${counted(readable.length, 'service')} readable`}
          defaultExpanded={missing.length === 0 && readable.length < 12}
        >
          <ServiceList services={readable} />
        </ExpandableSection>
      )}
      {others.length > 0 && (
        <ExpandableSection
          headerText={`${counted(others.length, 'service')} not checked or not available in this region`}
        >
          <ServiceList services={others} />
        </ExpandableSection>
      )}
    </>
  )
}

function ServiceList({ services }: { readonly services: readonly ServiceCheck[] }) {
  return (
    <ul className="service-list">
      {services.map((service) => (
        <li key={service.service}>
          <Service service={service} />
        </li>
      ))}
    </ul>
  )
}

function Service({ service: { service, status } }: { readonly service: ServiceCheck }) {
  const [type, text] = shown[status]
  return (
    <StatusIndicator type={type}>
      {service}: {text}
    </StatusIndicator>
  )
}
