/** Messaging, APIs, identities, and operations in addition to the three-tier application. */
import type { GlobalData, RegionData } from '../../world.ts'
import { mergeParts } from '../merge-parts.ts'
import { apiDomains } from './api-domains.ts'
import { findings } from './integration-findings.ts'
import { interfaces } from './integration-interfaces.ts'
import { messaging } from './integration-messaging.ts'
import { operations } from './integration-operations.ts'
import { roles } from './integration-roles.ts'
import { rolePolicies } from './role-policies.ts'

export const regionData: RegionData = mergeParts([
  { ...messaging, ...interfaces, ...operations, ...findings },
  apiDomains,
]) as RegionData

export const globalData: GlobalData = { iam: { ...roles.iam, ...rolePolicies.iam } }
