/** Lists all routes of the dashboard API, except those of the sign-in library. */
import type { SessionRoute } from './route.ts'
import { accountRoleRoutes } from './routes/account-role.ts'
import { accountRoutes } from './routes/accounts.ts'
import { alertRoutes } from './routes/alerts.ts'
import { baselineRoutes } from './routes/baselines.ts'
import { getChangeSummary } from './routes/change-summary.ts'
import { invitationRoutes } from './routes/invitations.ts'
import { keyRoutes } from './routes/keys.ts'
import { meRoutes } from './routes/me.ts'
import { memberRoutes } from './routes/members.ts'
import { organizationRoutes } from './routes/organization.ts'
import { ownSessionRoutes } from './routes/own-sessions.ts'
import { questionRoutes } from './routes/questions.ts'
import { listResourceNames } from './routes/resource-names.ts'
import { resourceRoutes } from './routes/resources.ts'
import { scanRoutes } from './routes/scans.ts'
import { scheduleRoutes } from './routes/schedules.ts'
import { savedViewRoutes } from './routes/saved-views.ts'
import { setupRoutes } from './routes/setup.ts'
import { shareLinkRoutes } from './routes/share-links.ts'
import { getSso } from './routes/sso.ts'

export const sessionRoutes: readonly SessionRoute[] = [
  getSso,
  ...meRoutes,
  ...ownSessionRoutes,
  ...setupRoutes,
  ...accountRoutes,
  ...accountRoleRoutes,
  ...baselineRoutes,
  ...scanRoutes,
  ...scheduleRoutes,
  ...alertRoutes,
  ...savedViewRoutes,
  ...shareLinkRoutes,
  getChangeSummary,
  ...resourceRoutes,
  listResourceNames,
  ...questionRoutes,
  ...keyRoutes,
  ...memberRoutes,
  ...invitationRoutes,
  ...organizationRoutes,
]
