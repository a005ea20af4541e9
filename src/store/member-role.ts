/** What a member of an organization may do, as it is stored; the contract says what each role includes. */
export type MemberRole = 'viewer' | 'member' | 'admin' | 'owner'
