/** A connection to PostgreSQL of its own, beside the pools. */
import { Client, type ClientConfig } from 'pg'

/** Not connected yet. One that breaks fails its statement, or tells its `end`; the error alone never ends the process. */
export function databaseClient(connectionString: string, options: ClientConfig = {}): Client {
  const client = new Client({ connectionString, connectionTimeoutMillis: 10_000, keepAlive: true, ...options })
  client.on('error', () => undefined)
  return client
}
