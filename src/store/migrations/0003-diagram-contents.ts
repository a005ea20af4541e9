/** Stores equal diagram contents once, like resources. An unchanged account has unchanged diagrams. */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table diagram_contents (
      organization_id uuid not null references organizations,
      content_key bytea not null check (length(content_key) = 32),
      content text not null,
      unused_since timestamptz(3),
      primary key (organization_id, content_key)
    );
    create index on diagram_contents (organization_id, unused_since) where unused_since is not null;

    -- Forced, row-level security would show the owner none of the rows to carry over.
    alter table diagrams no force row level security;
    alter table diagrams add column content_key bytea;
    update diagrams set content_key = sha256(convert_to(content, 'UTF8'));
    insert into diagram_contents (organization_id, content_key, content)
      select distinct on (organization_id, content_key) organization_id, content_key, content from diagrams;
    alter table diagrams
      drop column content,
      alter content_key set not null,
      add foreign key (organization_id, content_key) references diagram_contents;
    create index on diagrams (organization_id, content_key);
    alter table diagrams force row level security;

    alter table diagram_contents enable row level security, force row level security;
    create policy tenant on diagram_contents
      using (organization_id = nullif(current_setting('app.organization', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization', true), '')::uuid);
  `.execute(database)
}
