/** Creates, renames, deletes, and shows saved views, for the API and the dashboard API. */
import type { CreateViewRequest, SavedView, ViewOptions } from '../../contract/saved-view.ts'
import { ApiError, notFound, validationError } from '../http/api-error.ts'
import type { ErrorDetail } from '../../contract/envelope.ts'
import type { PageSelection } from '../drawing/picture-request.ts'
import type { SavedViewRecord } from '../store/saved-views.ts'
import type { Tenant } from '../store/store.ts'
import { pageOf } from './page-selection.ts'
import type { Caller } from './route.ts'

/** Of an organization, with all personal ones. */
export const mostViews = 500

/** The user, or `null` for an API key, which has no personal views. */
export function userOf({ actor }: Caller): string | null {
  return actor.startsWith('user:') ? actor.slice('user:'.length) : null
}

/** Checks the texts of options. */
export type OptionsCheck = { checkPage(page: PageSelection): readonly ErrorDetail[] }

/** Throws `NOT_FOUND`, `VALIDATION_ERROR`, or `CONFLICT` for a name that is taken and above the limit. */
export async function createViewOf(
  tenant: Tenant,
  caller: Caller,
  request: CreateViewRequest,
  check: OptionsCheck,
): Promise<SavedViewRecord> {
  const { diagramId, visibility, pinned, options = {}, place } = request
  const name = request.name.trim()
  const userId = userOf(caller)
  if (visibility === 'personal' && userId === null) {
    throw validationError([{ path: ['visibility'], message: 'must be organization for an API key' }])
  }
  const faults = check.checkPage(pageOf(options))
  if (faults.length > 0)
    throw validationError(faults.map(({ path, message }) => ({ path: ['options', ...path], message })))
  const diagram = await tenant.diagrams.find(diagramId)
  if (diagram === null) throw notFound('The diagram')
  // The connection first, in the order in which its removal locks.
  await tenant.accounts.hold(diagram.connectionId)
  const scan = await tenant.scans.hold(diagram.scanId)
  if (scan === null) throw notFound('The scan of the diagram')
  if ((await tenant.savedViews.countAll()) >= mostViews) {
    throw new ApiError(
      'CONFLICT',
      `The organization has ${mostViews} saved views, which is the limit. Delete one first.`,
    )
  }
  const view = await tenant.savedViews.insert({
    name,
    ownerId: visibility === 'personal' ? userId : null,
    actor: caller.actor,
    connectionId: diagram.connectionId,
    region: scan.region,
    pinnedScanId: pinned ? scan.id : null,
    type: diagram.type,
    options: withFocus(options, diagram.focus),
    place: place ?? null,
  })
  if (view === null) throw nameTaken(name)
  await record(tenant, caller, 'view.create', view)
  return view
}

/** A detail page is saved as the focus that selects it. */
function withFocus(options: ViewOptions, focus: string): ViewOptions {
  return focus === '' || options.focus !== undefined ? options : { ...options, focus }
}

/** Throws `NOT_FOUND`, or `CONFLICT` for a name that is taken. */
export async function renameViewOf(tenant: Tenant, caller: Caller, id: string, given: string): Promise<SavedView> {
  const name = given.trim()
  const before = await findView(tenant, caller, id)
  if (!(await tenant.savedViews.rename(before.id, name))) throw nameTaken(name)
  const view = await findView(tenant, caller, id)
  await record(tenant, caller, 'view.rename', view, { from: before.name })
  return viewObject(view)
}

/** Also deletes its share links. Throws `NOT_FOUND`. */
export async function removeViewOf(tenant: Tenant, caller: Caller, id: string): Promise<SavedView> {
  const view = await findView(tenant, caller, id)
  const endedLinks = await tenant.savedViews.remove(view.id)
  await record(tenant, caller, 'view.remove', view, { endedLinks })
  return viewObject(view)
}

/** Throws `NOT_FOUND`, also for another user's personal view. */
export async function findView(
  { savedViews }: Tenant,
  caller: Caller,
  id: string,
  purpose: 'find' | 'hold' = 'find',
): Promise<SavedViewRecord> {
  const view = await savedViews[purpose](id, userOf(caller))
  if (view === null) throw notFound('The saved view')
  return view
}

export function viewObject(view: SavedViewRecord): SavedView {
  return {
    id: view.id,
    name: view.name,
    visibility: view.ownerId === null ? 'organization' : 'personal',
    cloudAccountId: view.connectionId,
    region: view.region,
    type: view.type,
    options: view.options as ViewOptions,
    place: view.place,
    pinned: view.pinned,
    scanId: view.scanId,
    diagramId: view.diagramId,
    createdBy: view.createdBy,
    createdAt: view.createdAt.toISOString(),
    updatedAt: view.updatedAt.toISOString(),
  }
}

function nameTaken(name: string): ApiError {
  return new ApiError(
    'CONFLICT',
    `Another saved view has the name "${name}" or one that looks the same. Choose another name.`,
  )
}

async function record(
  { auditEvents }: Tenant,
  { actor, address }: Caller,
  action: 'view.create' | 'view.rename' | 'view.remove',
  { id, name, ownerId, connectionId, region, type, pinned }: SavedViewRecord,
  more: Readonly<Record<string, string | number>> = {},
): Promise<void> {
  const visibility = ownerId === null ? 'organization' : 'personal'
  const details = { name, visibility, connectionId, region, type, pinned, ...more }
  await auditEvents.append({ actor, action, subject: id, details, address })
}
