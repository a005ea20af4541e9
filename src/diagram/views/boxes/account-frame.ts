/** The common frame of nested views: the account with its region. Also the titles of pages. */
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

/** The account with one region. `before` and `after`: content of the account that is in no region. */
export function accountFrame(
  graph: ResourceGraph,
  content: readonly DiagramElement[],
  before: readonly DiagramElement[] = [],
  after: readonly DiagramElement[] = [],
): DiagramGroup {
  const region = group({
    id: `region:${graph.region}`,
    form: 'region',
    arrangement: 'aside',
    label: graph.region,
    detail: content.length === 0 ? 'region · nothing to draw' : 'region',
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
    children: [...before, region, ...after],
  })
}

export function titleOf(view: string, { pageTitle }: ViewOptions): string {
  return pageTitle === '' ? view : `${view}: ${pageTitle}`
}
