/** `exposed`: what the internet or other accounts can reach, and why. */
import { Type } from 'typebox'
import { exposureFilter, listScanExposure } from '../../api/routes/list-scan-exposure.ts'
import { agentTool } from '../agent-tool.ts'
import { exposureFacts, exposuresOf } from '../exposures-of.ts'
import { detail, fitting } from '../fitting.ts'
import { counts, named, nullable, resourceInput } from '../references.ts'
import { resourceOf } from '../resource-of.ts'
import { scanFacts, scanInput, scanOf } from '../scan-of.ts'

const { type, from, verdict, port } = listScanExposure.query.properties
const order = ['open', 'conditional', 'unknown']

export const exposed = agentTool({
  name: 'exposed',
  description:
    'What can the internet or other accounts reach, and why? Exposures that could not be decided are unknown.',
  scope: 'read',
  input: Type.Object(
    { of: Type.Optional(resourceInput), type, from, verdict, port, scan: scanInput, detail },
    { additionalProperties: false },
  ),
  hints: {
    type: null,
    from: 'internet, other accounts, IP address, or CIDR block',
    verdict: null,
    port: null,
  },
  output: Type.Object({
    scan: scanFacts,
    counts,
    exposures: Type.Array(
      Type.Object({
        ...named,
        from: Type.String(),
        by: Type.String(),
        ports: nullable,
        verdict: Type.String(),
        evidence: Type.Any(),
      }),
    ),
  }),

  async answer({ of, scan: wanted, detail: level, ...filter }, question) {
    const isMatch = exposureFilter(filter)
    const scan = await scanOf(question, wanted)
    const only = of === undefined ? null : (await resourceOf(question, scan, of)).resource
    const found = (await exposuresOf(question, scan, only)).filter(isMatch)
    const count = (wantedVerdict: string) => found.filter((each) => each.verdict === wantedVerdict).length
    const sorted = order.flatMap((each) => found.filter(({ verdict: given }) => given === each))
    const told = sorted.map((each) => exposureFacts(each, level))
    return {
      data: {
        scan: scan.facts,
        counts: { open: count('open'), conditional: count('conditional'), unknown: count('unknown') },
        exposures: fitting(told, { items: 5, bytes: 1_600 }, level),
      },
    }
  },
})
