/** `accounts`: the account connections with their newest scan of each region. */
import { Type } from 'typebox'
import { account } from '../../../contract/account.ts'
import { listAccounts } from '../../api/routes/list-accounts.ts'
import { listScans } from '../../api/routes/list-scans.ts'
import { agentTool } from '../agent-tool.ts'
import { detail, fitting } from '../fitting.ts'
import { ageMinutes } from '../scan-of.ts'

const { cursor } = listAccounts.query.properties
const { status } = account.properties

export const accounts = agentTool({
  name: 'accounts',
  description: 'Which AWS accounts are connected, and which of their regions were scanned when?',
  scope: 'read',
  input: Type.Object({ cursor, detail }, { additionalProperties: false }),
  hints: {
    cursor: null,
  },
  output: Type.Object({
    accounts: Type.Array(
      Type.Object({
        id: Type.String(),
        account: Type.String(),
        alias: Type.String(),
        status,
        scans: Type.Array(
          Type.Object({ id: Type.String(), region: Type.String(), status: Type.String(), ageMinutes: Type.Integer() }),
        ),
      }),
    ),
    cursor: Type.Optional(Type.String()),
  }),

  async answer({ cursor: after, detail: level }, question) {
    const page = await question.data(listAccounts, { query: { cursor: after, limit: level === 'full' ? 20 : 6 } })
    const told = []
    for (const { id, cloudAccountId, alias, status: connectionStatus } of page.accounts) {
      const { scans } = await question.data(listScans, { query: { accountId: id, limit: 100 } })
      const newest = [...new Map(scans.toReversed().map((scan) => [scan.region, scan])).values()]
      told.push({
        id,
        account: cloudAccountId,
        alias,
        status: connectionStatus,
        scans: fitting(
          newest.map(({ id: scan, region, status: state, updatedAt }) => {
            return { id: scan, region, status: state, ageMinutes: ageMinutes({ updatedAt: new Date(updatedAt) }) }
          }),
          { items: 3, bytes: 400 },
          level,
        ),
      })
    }
    return { data: { accounts: told, ...(page.meta.cursor !== undefined && { cursor: page.meta.cursor }) } }
  },
})
