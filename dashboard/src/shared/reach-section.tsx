/** Whether a connection between a resource and something else can be made, and by which way. */
import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import ExpandableSection from '@cloudscape-design/components/expandable-section'
import FormField from '@cloudscape-design/components/form-field'
import Input from '@cloudscape-design/components/input'
import SegmentedControl from '@cloudscape-design/components/segmented-control'
import SpaceBetween from '@cloudscape-design/components/space-between'
import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Static } from 'typebox'
import type { reachAnswer } from '../../../contract/reach.ts'
import { queryString } from '../http/query-string.ts'
import { request } from '../http/request.ts'
import { QueryFailure } from './query-failure.tsx'
import { capitalized, kindName } from './resource-kind.ts'
import type { ResourceKey } from './resource-key.ts'
import { UnreadTypes } from './unread-types.tsx'

type Reach = Static<typeof reachAnswer>
type Question = { readonly from: string; readonly to: string; readonly protocol: string; readonly port?: number }

const verdicts: Readonly<Record<Reach['verdict'], readonly [StatusIndicatorProps.Type, string]>> = {
  reachable: ['success', 'Reachable'],
  blocked: ['stopped', 'Blocked'],
  unknown: ['info', 'Unknown'],
}

const protocols = [
  { id: 'tcp', text: 'TCP' },
  { id: 'udp', text: 'UDP' },
  { id: 'icmp', text: 'ICMP' },
]

export function ReachSection({ scanId, resource }: { readonly scanId: string; readonly resource: ResourceKey }) {
  const [isFrom, setFrom] = useState(false)
  const [other, setOther] = useState('internet')
  const [protocol, setProtocol] = useState('tcp')
  const [port, setPort] = useState('443')
  const [question, setQuestion] = useState<Question | null>(null)
  const query = useQuery({
    queryKey: ['reach', scanId, question],
    queryFn: ({ signal }) =>
      request<Reach>('GET', `/session/scans/${scanId}/reach${queryString(question ?? {})}`, { signal }),
    enabled: question !== null,
    retry: false,
  })
  const self = `${resource.type}/${resource.id}`
  const [from, to] = isFrom ? [self, other.trim()] : [other.trim(), self]
  const entered: Question = { from, to, protocol, ...(protocol !== 'icmp' && { port: Number(port) }) }
  // The answer to an earlier question would be taken for the answer to this one.
  const isAnswered = question !== null && queryString(question) === queryString(entered)
  const isPort = /^[1-9]\d{0,4}$/.test(port) && Number(port) <= 65_535

  return (
    <ExpandableSection headerText="Network access" headingTagOverride="h3">
      <SpaceBetween size="s">
        <SegmentedControl
          label="Direction"
          selectedId={isFrom ? 'from' : 'to'}
          options={[
            { id: 'to', text: 'To this resource' },
            { id: 'from', text: 'From this resource' },
          ]}
          onChange={({ detail }) => setFrom(detail.selectedId === 'from')}
        />
        <FormField
          label={isFrom ? 'To' : 'From'}
          description="Enter internet, an IP address, or the ID or ARN of a resource."
        >
          <Input value={other} onChange={({ detail }) => setOther(detail.value)} />
        </FormField>
        <SpaceBetween direction="horizontal" size="s">
          <SegmentedControl
            label="Protocol"
            selectedId={protocol}
            options={protocols}
            onChange={({ detail }) => setProtocol(detail.selectedId)}
          />
          {protocol !== 'icmp' && (
            <Input
              ariaLabel="Port"
              placeholder="Port"
              inputMode="numeric"
              value={port}
              invalid={!isPort}
              onChange={({ detail }) => setPort(detail.value)}
            />
          )}
          <Button
            disabled={other.trim() === '' || (protocol !== 'icmp' && !isPort)}
            loading={query.isFetching}
            onClick={() => setQuestion(entered)}
          >
            Check access
          </Button>
        </SpaceBetween>
        <div aria-live="polite">
          {isAnswered && (
            <>
              <QueryFailure query={query} header="Couldn’t check the access" />
              {query.data !== undefined && <Verdict reach={query.data} />}
            </>
          )}
        </div>
      </SpaceBetween>
    </ExpandableSection>
  )
}

function Verdict({ reach: { verdict, path, returnPath, blockedBy, unknownBecause } }: { readonly reach: Reach }) {
  const [type, text] = verdicts[verdict]
  return (
    <SpaceBetween size="xs">
      <StatusIndicator type={type}>{text}</StatusIndicator>
      {blockedBy.map(({ type: kind, id, code, reason }) => (
        <Box key={`${kind} ${id} ${code}`}>
          Blocked by {kindName(kind)} {id}: {reason}
        </Box>
      ))}
      <UnreadTypes title="What decides couldn’t be read" unread={unknownBecause} />
      <Hops title="Path" hops={path} />
      <Hops title="Return path" hops={returnPath} />
    </SpaceBetween>
  )
}

function Hops({ title, hops }: { readonly title: string; readonly hops: Reach['path'] }) {
  if (hops.length === 0) return null
  return (
    <div>
      <Box variant="awsui-key-label">{title}</Box>
      <ol className="plain-list">
        {hops.map(({ type, id, evidence }) => (
          <li key={`${type} ${id} ${evidence}`}>
            {capitalized(kindName(type))} {id}
            <Box fontSize="body-s" color="text-body-secondary">
              {evidence}
            </Box>
          </li>
        ))}
      </ol>
    </div>
  )
}
