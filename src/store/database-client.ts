/** Creates a PostgreSQL connection outside the pools. */
import { Client, type ClientConfig } from 'pg'

/**
 * The client isn't connected yet. A broken connection fails its statement or emits `end`. Its error event never ends
 * the process.
 */
export function databaseClient(connectionString: string, options: ClientConfig = {}): Client {
  const client = new Client({ connectionString, connectionTimeoutMillis: 10_000, keepAlive: true, ...options })
  client.on('error', () => undefined)
  return client
}
