/** Adds the hour of digests, and the event that an account connection works again. */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table alerts add column digest_hour integer not null default 7 check (digest_hour between 0 and 23);
    alter table alert_events drop constraint alert_events_kind_check,
      add constraint alert_events_kind_check check (kind in
        ('scan.completed', 'scan.failed', 'connection.failed', 'connection.restored', 'schedule.paused'));
  `.execute(database)
}
