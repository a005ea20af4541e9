/** Inserts a completed scan whose graph has no resources. */
import { saveGraph } from './save-graph.ts'
import type { TestOrganization, TestService } from './test-service.ts'

/** Returns the ID of the scan. */
export async function insertEmptyScan(
  { store }: Pick<TestService, 'store'>,
  organization: TestOrganization,
  connection: Awaited<ReturnType<TestOrganization['connectAccount']>>,
): Promise<string> {
  const { id } = await organization.insertScan(connection)
  const { accountNumber: accountId } = connection
  const empty = { resources: [], relations: [], coverage: [] }
  await store.tenant(organization.id, async ({ scans, graphs }) => {
    await saveGraph(graphs, id, { accountId, accountAlias: 'a', region: 'us-east-1', ...empty })
    const begun = await scans.begin(id, {})
    await scans.complete(id, begun?.attempt ?? 0, {})
  })
  return id
}
