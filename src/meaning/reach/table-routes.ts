/** Follows the route tables of subnets and gateways. */
import type { Resource } from '../../graph/resource-graph.ts'
import { typeOfId } from '../../resource-types/look-ups.ts'
import { type AddressSet, isPublic } from '../network/addresses.ts'
import { type Network, partOfId, type RouteTarget } from '../network/network.ts'
import { objectsOf } from '../network/properties.ts'
import { findRoute, isWholeInternet } from '../network/routes.ts'
import { addressesText, block, recordGap, recordGapAbout, recordGapOrReason, pass, type Walk } from './walk-notes.ts'

export function routeIn(walk: Walk, network: Network, table: Resource): RouteTarget | null {
  const { destination } = walk.packet
  if (table.partial === true || objectsOf(table, 'routes') === null) {
    return recordGapAbout(walk, network, table, `The routes of ${table.id} were not read.`)
  }
  const { routes, unreadLists } = network.routesOf(table)
  const answer = findRoute(routes, destination, sameTarget)
  const unread = unreadLists.find(({ target }) => target !== answer.found?.id && mayServe(target, destination))
  if (unread !== undefined) {
    return recordGapOrReason(walk, network, 'prefix list', `The entries of ${unread.id} in ${table.id} were not read.`)
  }
  if (answer.found === null) {
    const to = addressesText(destination)
    return answer.because === 'no route'
      ? block(walk, table, 'NO_ROUTE_TO_DESTINATION', `It has no route to ${to}.`)
      : recordGapAbout(walk, network, table, `${table.id} routes ${to} to more than one target.`)
  }
  const { found } = answer
  if (found.state === 'blackhole')
    return block(walk, table, 'BAD_STATE_ROUTE', `The target of its route ${found.text} was deleted.`)
  if (found.state !== 'active')
    return recordGapAbout(walk, network, table, `The route ${found.text} of ${table.id} is ${found.state}.`)
  pass(walk, network, table, `route ${found.text}`)
  return found
}

/** Gateway endpoints serve public addresses of AWS services, a small part of the internet. */
function mayServe(target: string, destination: AddressSet): boolean {
  return partOfId(target) !== 'VPC endpoint' || (isPublic(destination) && !isWholeInternet(destination))
}

function sameTarget(a: RouteTarget, b: RouteTarget): boolean {
  return a.id === b.id && a.state === b.state
}

/** Packets that enter through a gateway with a route table of its own follow that table. */
export function passesEdge(walk: Walk, network: Network, gateway: Resource): boolean {
  const gap = network.gap('route table')
  if (gap !== null) {
    recordGap(walk, gap)
    return false
  }
  const table = network.tableOfGateway(gateway)
  if (table === null) return true
  const target = routeIn(walk, network, table)
  if (target === null) return false
  if (target.id === 'local') return true
  recordGapAbout(
    walk,
    network,
    { type: typeOfId(target.id) ?? table.type },
    `How ${target.id} handles the traffic is not modeled.`,
  )
  return false
}
