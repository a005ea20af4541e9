/** Types of the database tables, as `migrations/` creates them. */
import type { ColumnType, Generated, Transaction } from 'kysely'
import type { Json, Presence, TypeCoverage } from '../graph/resource-graph.ts'
import type {
  AlertEventKind,
  AlertFrequency,
  DeliveryStatus,
  DestinationType,
  ShownDestination,
} from './alert-values.ts'
import type { CompactRelation } from '../graph/resource-version.ts'
import type { ConnectionStatus } from './connection-status.ts'
import type { MemberRole } from './member-role.ts'
import type { ChunkEntry } from './graph-chunks.ts'
import type { PauseReason } from './pause-reason.ts'
import type { SavedOptions } from './saved-options.ts'
import type { Scope } from './scope.ts'
import type { Progress, ScanStatus } from './scan-status.ts'

/** Written as JSON text, so that a JavaScript array doesn't become a PostgreSQL array. */
type JsonColumn<Value> = ColumnType<Value, string, string>

type OrganizationTable = {
  readonly id: string
  readonly name: string
  /**
   * The form of the name for comparisons. It is unique among existing organizations, except for rows from before this
   * rule.
   */
  readonly name_look: ColumnType<string, never, never>
  readonly looks_alike: Generated<boolean>
  readonly retention_days: Generated<number | null>
  readonly sign_on_required: Generated<boolean>
  readonly removed_at: Generated<Date | null>
  readonly emptied_at: Generated<Date | null>
  readonly created_at: Generated<Date>
}

type ApiKeyTable = {
  readonly organization_id: string
  readonly id: string
  readonly name: string
  readonly hash: ColumnType<Buffer, Uint8Array, never>
  readonly scopes: ColumnType<Scope[], readonly Scope[], never>
  readonly version: string
  readonly expires_at: Date | null
  readonly revoked_at: Generated<Date | null>
  readonly last_used_at: Generated<Date | null>
  readonly created_at: Generated<Date>
}

type AccountConnectionTable = {
  readonly organization_id: string
  readonly id: string
  readonly alias: string
  /**
   * The form of the alias for comparisons. It is unique within an organization, except for rows from before this rule.
   */
  readonly alias_look: ColumnType<string, never, never>
  readonly looks_alike: Generated<boolean>
  readonly account_number: string
  readonly partition: string
  readonly status: Generated<ConnectionStatus>
  readonly role_arn: string
  readonly external_id: string
  readonly error_message: Generated<string | null>
  readonly open_role_allowed: Generated<boolean>
  readonly role_refusals: Generated<number>
  readonly checked_at: Generated<Date | null>
  readonly imported_from: Generated<string | null>
  readonly created_at: Generated<Date>
  readonly updated_at: Generated<Date>
}

type ScanTable = {
  readonly organization_id: string
  readonly id: string
  readonly connection_id: string
  readonly account_number: string
  readonly region: string
  readonly status: Generated<ScanStatus>
  readonly progress: ColumnType<Progress | null, string | undefined, string | null>
  readonly error_message: Generated<string | null>
  readonly attempt: Generated<number>
  readonly created_at: Generated<Date>
  readonly updated_at: Generated<Date>
}

type BaselineTable = {
  readonly organization_id: string
  readonly id: string
  readonly connection_id: string
  readonly region: string
  readonly name: string
  readonly scan_id: string
  readonly created_at: Generated<Date>
}

type SavedViewTable = {
  readonly organization_id: string
  readonly id: string
  readonly name: string
  readonly name_look: ColumnType<string, never, never>
  /** The user of a personal view. `null`: the organization's. */
  readonly owner_id: string | null
  readonly actor: string
  readonly connection_id: string
  readonly region: string
  readonly pinned: boolean
  /** `null` without a pinned scan, and after it was removed. */
  readonly scan_id: string | null
  readonly type: string
  readonly options: JsonColumn<SavedOptions>
  readonly place: string | null
  readonly created_at: Generated<Date>
  readonly updated_at: Generated<Date>
}

type ShareLinkTable = {
  readonly organization_id: string
  readonly id: string
  readonly token_hash: ColumnType<Buffer, Uint8Array, never>
  readonly view_id: string
  readonly actor: string
  readonly hide_account_ids: boolean
  readonly frame_ancestors: ColumnType<string[], readonly string[], never>
  readonly expires_at: Date
  readonly revoked_at: Generated<Date | null>
  readonly uses: Generated<number>
  readonly last_used_at: Generated<Date | null>
  readonly created_at: Generated<Date>
}

type ScheduleTable = {
  readonly organization_id: string
  readonly id: string
  readonly connection_id: string
  readonly regions: ColumnType<string[], readonly string[], readonly string[]>
  readonly every_hours: number | null
  readonly cron: string | null
  readonly time_zone: string
  readonly jitter_minutes: number
  readonly pause_reason: PauseReason | null
  /** "Every N hours" counts from here. */
  readonly anchor_at: Date
  /** The next time, without jitter. */
  readonly due_at: Date
  /** The next time, with jitter. */
  readonly run_at: Date
  readonly skipped_at: Generated<Date | null>
  readonly created_at: Generated<Date>
  readonly updated_at: Generated<Date>
}

type AlertTable = {
  readonly organization_id: string
  readonly id: string
  readonly name: string
  readonly events: ColumnType<string[], readonly string[], readonly string[]>
  readonly connection_ids: ColumnType<string[], readonly string[], readonly string[]>
  readonly least_rank: number
  readonly destination_type: DestinationType
  readonly destination_shown: JsonColumn<ShownDestination>
  readonly destination_sealed: ColumnType<Buffer, Uint8Array, Uint8Array>
  readonly frequency: AlertFrequency
  readonly next_digest_at: Date | null
  readonly digest_hour: number
  readonly paused: boolean
  readonly created_at: Generated<Date>
  readonly updated_at: Generated<Date>
}

type AlertEventTable = {
  readonly organization_id: string
  readonly id: string
  readonly kind: AlertEventKind
  readonly connection_id: string
  readonly subject_id: string
  readonly reason: string | null
  readonly failures: Generated<number>
  readonly due_at: Generated<Date>
  readonly created_at: Generated<Date>
}

type AlertDeliveryTable = {
  readonly organization_id: string
  readonly id: string
  readonly alert_id: string
  readonly message_id: string
  readonly event: string
  readonly content: JsonColumn<Json>
  readonly status: DeliveryStatus
  readonly attempts: Generated<number>
  readonly next_attempt_at: Date | null
  readonly error: Generated<string | null>
  readonly replay_of: string | null
  readonly created_at: Generated<Date>
  readonly updated_at: Generated<Date>
}

type AlertAttemptTable = {
  readonly organization_id: string
  readonly delivery_id: string
  readonly number: number
  readonly started_at: Date
  readonly duration_ms: number
  readonly status: number | null
  readonly error: string | null
  readonly request: string
  readonly response: string | null
}

type ScanRunTable = {
  readonly organization_id: string
  readonly id: string
  readonly connection_id: string
  readonly account_number: string
  readonly schedule_id: string | null
  readonly regions: ColumnType<string[], readonly string[], never>
  readonly actor: string
  readonly status: Generated<ScanStatus>
  readonly error_message: Generated<string | null>
  readonly due_at: Date | null
  /** Whether its regions are known. */
  readonly has_regions: Generated<boolean>
  /** How often its regions were looked up. */
  readonly look_ups: Generated<number>
  /** The earliest time of the next look-up. */
  readonly look_up_at: Generated<Date>
  readonly created_at: Generated<Date>
  readonly updated_at: Generated<Date>
}

type ScanRunRegionTable = {
  readonly organization_id: string
  readonly run_id: string
  readonly region: string
  /** `started`: its scan has the current status. */
  readonly status: Generated<'waiting' | 'started' | 'completed' | 'failed' | 'skipped'>
  readonly scan_id: Generated<string | null>
  readonly joined: Generated<boolean>
  readonly note: Generated<string | null>
}

type ScanCoverageTable = {
  readonly organization_id: string
  readonly scan_id: string
  readonly type: string
  readonly entry: JsonColumn<TypeCoverage>
}

type ScanGraphTable = {
  readonly organization_id: string
  readonly scan_id: string
  readonly account_id: string
  readonly account_alias: string
  readonly region: string
  /** In the graph's order. */
  readonly chunks: JsonColumn<readonly ChunkEntry[]>
  /** The key of a content. `null` for scans of earlier versions. */
  readonly exposures_key: Buffer | null
}

type ResourceChunkTable = {
  readonly organization_id: string
  /** SHA-256 of `versions`. */
  readonly chunk: Buffer
  /** The keys of the versions, 32 bytes each, in the graph's order. */
  readonly versions: Buffer
  readonly unused_since: Generated<Date | null>
}

type ResourceVersionTable = {
  readonly organization_id: string
  /** SHA-256 of the content. */
  readonly version: Buffer
  readonly type: string
  readonly id: string
  readonly arn: string | null
  readonly name: string | null
  readonly presence: Presence
  readonly partial: Generated<boolean>
  readonly tags: JsonColumn<Readonly<Record<string, string>>>
  readonly properties: JsonColumn<Readonly<Record<string, Json>>>
  /** Sorted. Their source is this resource. */
  readonly relations: JsonColumn<readonly CompactRelation[]>
  readonly unused_since: Generated<Date | null>
}

type DiagramTable = {
  readonly organization_id: string
  readonly id: string
  readonly scan_id: string
  readonly connection_id: string
  readonly type: string
  readonly title: string
  readonly parent_id: Generated<string | null>
  /** The part of the view that a detail page shows; `''` for first pages. */
  readonly focus: Generated<string>
  /** `null` if the diagram is drawn from the graph when it is requested. */
  readonly content_key: ColumnType<Buffer | null, Uint8Array | null, never>
  readonly created_at: Generated<Date>
}

type DiagramContentTable = {
  readonly organization_id: string
  /** SHA-256 of `content`. */
  readonly content_key: ColumnType<Buffer, Uint8Array, never>
  /** JSON as text, so that it is returned byte for byte. It is never searched. */
  readonly content: string
  readonly unused_since: Generated<Date | null>
}

type IdempotencyKeyTable = {
  readonly organization_id: string
  readonly key: string
  /** Either a scan or a scan run. */
  readonly scan_id: string | null
  readonly run_id: Generated<string | null>
  readonly fingerprint: ColumnType<Buffer, Uint8Array, Uint8Array>
  readonly created_at: Generated<Date>
}

type AuditEventTable = {
  readonly organization_id: string
  readonly id: Generated<string>
  readonly actor: string
  readonly action: string
  readonly subject: string
  readonly details: JsonColumn<Json>
  readonly address: Generated<string | null>
  readonly at: Generated<Date>
}

type UserTable = {
  readonly id: string
  readonly name: string
  /** In lower case. */
  readonly email: string
  readonly email_verified: Generated<boolean>
  readonly preferences: ColumnType<Readonly<Record<string, unknown>>, never, string>
  readonly created_at: Generated<Date>
  readonly updated_at: Generated<Date>
}

type UserSessionTable = {
  readonly id: string
  readonly user_id: string
  readonly expires_at: Date
  readonly ip_address: string | null
  readonly user_agent: string | null
  readonly active_organization: string | null
  readonly signed_in_by: string | null
  readonly created_at: Date
  readonly updated_at: Date
}

type UserCredentialTable = {
  readonly id: string
  readonly user_id: string
  /** `credential` for passwords. */
  readonly provider_id: string
  /** For SSO the issuer, `#`, and the subject. For passwords the user's own ID. */
  readonly account_id: string
  /** The issuer for SSO. `null` for a password, or if no issuer is bound yet. */
  readonly issuer: Generated<string | null>
  readonly password: string | null
}

type UserVerificationTable = { readonly id: string; readonly expires_at: Date }

type MembershipTable = {
  readonly organization_id: string
  readonly user_id: string
  readonly role: MemberRole
  readonly created_at: Generated<Date>
}

type InvitationTable = {
  readonly organization_id: string
  readonly id: string
  readonly email: string | null
  readonly role: MemberRole
  readonly token_hash: ColumnType<Buffer, Uint8Array, never>
  readonly invited_by: string | null
  readonly expires_at: Date
  readonly accepted_at: Generated<Date | null>
  readonly revoked_at: Generated<Date | null>
  readonly created_at: Generated<Date>
}

type SnapshotKeyTable = {
  readonly public_key: Buffer
  /** `null` after SECRET_KEY was changed. */
  readonly sealed_private_key: Buffer | null
  readonly created_at: Generated<Date>
}

type ImportedSnapshotTable = {
  readonly organization_id: string
  /** SHA-256 of its manifest. */
  readonly digest: Buffer
  readonly scan_id: string
  readonly signed_by: string
  readonly created_at: Generated<Date>
}

export type Database = {
  readonly organizations: OrganizationTable
  readonly api_keys: ApiKeyTable
  readonly account_connections: AccountConnectionTable
  readonly scans: ScanTable
  readonly baselines: BaselineTable
  readonly saved_views: SavedViewTable
  readonly schedules: ScheduleTable
  readonly alerts: AlertTable
  readonly alert_events: AlertEventTable
  readonly alert_deliveries: AlertDeliveryTable
  readonly alert_attempts: AlertAttemptTable
  readonly share_links: ShareLinkTable
  readonly scan_runs: ScanRunTable
  readonly scan_run_regions: ScanRunRegionTable
  readonly scan_coverage: ScanCoverageTable
  readonly scan_graphs: ScanGraphTable
  readonly resource_chunks: ResourceChunkTable
  readonly resource_versions: ResourceVersionTable
  readonly diagrams: DiagramTable
  readonly diagram_contents: DiagramContentTable
  readonly idempotency_keys: IdempotencyKeyTable
  readonly audit_events: AuditEventTable
  readonly users: UserTable
  readonly user_sessions: UserSessionTable
  readonly user_credentials: UserCredentialTable
  readonly user_verifications: UserVerificationTable
  readonly memberships: MembershipTable
  readonly invitations: InvitationTable
  readonly snapshot_keys: SnapshotKeyTable
  readonly imported_snapshots: ImportedSnapshotTable
}

export type DatabaseTransaction = Transaction<Database>
