/** Account connections: the cross-account roles that an organization has set up. */
import type { Page, PageRequest } from './page.ts'

export const connectionStatuses = ['connected', 'pending', 'failed'] as const
export type ConnectionStatus = (typeof connectionStatuses)[number]

export type ConnectionRecord = {
  readonly id: string
  readonly organizationId: string
  readonly alias: string
  readonly accountNumber: string
  /** `aws`, `aws-cn`, `aws-us-gov`, … as in the role's ARN. */
  readonly partition: string
  readonly status: ConnectionStatus
  readonly roleArn: string
  readonly externalId: string
  readonly errorMessage: string | null
  /** The operator exempted it from the check that the role cannot be assumed without the external id. */
  readonly openRoleAllowed: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
}

export type NewConnection = Pick<ConnectionRecord, 'alias' | 'accountNumber' | 'partition' | 'roleArn' | 'externalId'>

export type ConnectionChange = {
  readonly status: ConnectionStatus
  readonly errorMessage: string | null
  readonly roleArn?: string
  readonly openRoleAllowed?: boolean
}

export type AccountConnections = {
  /** `null` when the organization already uses the alias. */
  insert(connection: NewConnection): Promise<ConnectionRecord | null>
  find(id: string): Promise<ConnectionRecord | null>
  list(page: PageRequest): Promise<Page<ConnectionRecord>>
  /** Applies the change only while the status is still `expected`; `null` after a lost race. */
  update(id: string, expected: ConnectionStatus, change: ConnectionChange): Promise<ConnectionRecord | null>
}
