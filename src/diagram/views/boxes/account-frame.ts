/** What every view of nested boxes shares: the account with its region, and how a page is called. */
import type { ResourceGraph } from '../../../graph/resource-graph.ts'
import type { DiagramElement, DiagramGroup, DiagramNode, ViewOptions } from '../../diagram.ts'
import { group } from './group.ts'

export const internetId = 'internet'

export const internetNode: DiagramNode = {
  kind: 'node',
  id: internetId,
  form: 'internet',
  type: null,
  members: [],
  presence: 'external',
  variant: '',
  label: 'Internet',
  detail: 'clients anywhere',
  description: 'The internet',
  opens: null,
}

/** The account with one region in it; `before`: what stands in the account, but in no region. */
export function accountFrame(
  graph: ResourceGraph,
  content: readonly DiagramElement[],
  before: readonly DiagramElement[] = [],
): DiagramGroup {
  const region = group({
    id: `region:${graph.region}`,
    form: 'region',
    arrangement: 'aside',
    label: graph.region,
    detail: content.length === 0 ? 'region · nothing to draw here' : 'region',
    description: `Region ${graph.region}`,
    children: content,
  })
  return group({
    id: `account:${graph.accountId}`,
    form: 'account',
    arrangement: 'column',
    label: graph.accountAlias === '' ? graph.accountId : graph.accountAlias,
    detail: graph.accountAlias === '' ? 'account' : graph.accountId,
    description: `Account ${graph.accountAlias} ${graph.accountId}`,
    children: [...before, region],
  })
}

export function titleOf(view: string, { pageTitle }: ViewOptions): string {
  return pageTitle === '' ? view : `${view}: ${pageTitle}`
}
