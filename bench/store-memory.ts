/** Stores one scan and prints the peak memory of the process in bytes. */
import { openStore } from '../src/store/store.ts'
import { accountPages } from './account-pages.ts'
import { storeScan } from './stored-scan.ts'

const [ownerUrl = '', secretKey = '', organizationId = '', connectionId = '', resourceCount = '0'] =
  process.argv.slice(2)
const store = await openStore({ ownerUrl, secretKey })
const connection = await store.tenant(organizationId, ({ accounts }) => accounts.find(connectionId))
if (connection === null) throw new Error('The bench made no such connection')
await storeScan(store, connection, accountPages(Number(resourceCount)))
process.stdout.write(JSON.stringify({ peakBytes: process.resourceUsage().maxRSS * 1024 }))
await store.close()
