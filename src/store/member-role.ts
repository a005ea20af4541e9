/** Defines the stored roles of members. The contract describes what each role includes. */
export type MemberRole = 'viewer' | 'member' | 'admin' | 'owner'
