/** `scan`: starts a scan, and waits for it a little. The only tool that changes something. */
import { Type } from 'typebox'
import { nullable } from '../references.ts'
import { defaultRegion } from '../../../contract/regions.ts'
import { createScan } from '../../api/routes/create-scan.ts'
import { notFound } from '../../http/api-error.ts'
import { accountNamed } from '../account-named.ts'
import { agentTool } from '../agent-tool.ts'

/** Below the limits of clients and proxies for one request. */
const longestWaitSeconds = 50

export const scan = agentTool({
  name: 'scan',
  description: 'Scans one region of an account now. If it still runs when the wait is over, ask coverage with its ID.',
  scope: 'write',
  input: Type.Object(
    {
      account: Type.String({ minLength: 1, maxLength: 255, description: 'Connection ID, AWS account ID, or alias' }),
      region: Type.String({ maxLength: 64, default: defaultRegion }),
      waitSeconds: Type.Integer({ minimum: 0, maximum: longestWaitSeconds, default: 20 }),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    id: Type.String(),
    account: Type.String(),
    region: Type.String(),
    status: Type.String(),
    error: nullable,
  }),

  async answer({ account, region, waitSeconds }, question) {
    const connection = await question.read((tenant) => accountNamed(tenant, account))
    if (connection === null) throw notFound('The connected account')
    const created = await question.data(createScan, {
      body: { cloudAccountId: connection.id, region },
      prefer: waitSeconds === 0 ? 'respond-async' : `wait=${waitSeconds}`,
    })
    const { id, customerCloudAccountId, status, errorMessage } = created
    return { data: { id, account: customerCloudAccountId, region: created.region, status, error: errorMessage } }
  },
})
