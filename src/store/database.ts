/** The typed tables of the database, and its connections. */
import type { Transaction } from 'kysely'

// Filled in by the migrations' author.
export interface Database {}

export type DatabaseTransaction = Transaction<Database>
