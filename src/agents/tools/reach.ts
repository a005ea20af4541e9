/** `reach`: whether a connection can be made, and what proves it. */
import { Type } from 'typebox'
import { reachAnswer } from '../../../contract/reach.ts'
import { getReach } from '../../api/routes/get-reach.ts'
import { agentTool } from '../agent-tool.ts'
import { detail, fitting } from '../fitting.ts'
import { list } from '../references.ts'
import { endOf } from '../resource-of.ts'
import { scanFacts, scanInput, scanOf } from '../scan-of.ts'

const { from, to, protocol, port } = getReach.query.properties
const steps = Type.Array(Type.Object({ type: Type.String(), id: Type.String(), evidence: Type.String() }))

export const reach = agentTool({
  name: 'reach',
  description: 'Can this source connect to this destination, and which route or rule decides it?',
  scope: 'read',
  input: Type.Object({ from, to, protocol, port, scan: scanInput, detail }, { additionalProperties: false }),
  hints: {
    from: 'internet, IP address, ID, ARN, TYPE/ID, or unique name',
    to: null,
    protocol: null,
    port: 'Not for icmp',
  },
  output: Type.Object({
    scan: scanFacts,
    verdict: reachAnswer.properties.verdict,
    path: steps,
    returnPath: Type.Optional(list),
    blockedBy: list,
    unknownBecause: list,
  }),

  async answer({ scan: wanted, detail: level, ...ends }, question) {
    const scan = await scanOf(question, wanted)
    const source = await endOf(question, scan, 'from', ends.from)
    const destination = await endOf(question, scan, 'to', ends.to)
    const { verdict, path, returnPath, blockedBy, unknownBecause } = await question.data(getReach, {
      path: { id: scan.record.id },
      query: { ...ends, from: source, to: destination },
    })
    const hops = (given: typeof path) =>
      fitting(
        given.map(({ type, id, evidence }) => ({ type, id, evidence })),
        { items: 10, bytes: 1_500 },
        level,
      )
    return {
      data: {
        scan: scan.facts,
        verdict,
        path: hops(path),
        ...(level === 'full' && { returnPath: hops(returnPath) }),
        blockedBy: fitting(blockedBy, { items: 4, bytes: 900 }, level),
        unknownBecause: fitting(unknownBecause, { items: 3, bytes: 700 }, level),
      },
    }
  },
})
