/** POST /api/scans/{id}/plan: what a plan of Terraform, OpenTofu, or CloudFormation would do to what a scan found. */
import { planAgainstScan as answer, planDocument } from '../../../contract/plan.ts'
import { idPath } from '../../../contract/path-parameters.ts'
import { Type } from 'typebox'
import { ApiError, validationError } from '../../http/api-error.ts'
import { judgePlan, type TouchedResource } from '../../meaning/plan/judge-plan.ts'
import { PlanError } from '../../meaning/plan/plan.ts'
import { readPlan } from '../../meaning/plan/read-plan.ts'
import type { ScanRecord } from '../../store/scans.ts'
import type { Tenant } from '../../store/store.ts'
import { comparisonObject, namesOf, withAccounts } from '../comparison-object.ts'
import { findScan } from '../find-scan.ts'
import { graphOfScan } from '../graph-of-scan.ts'
import { dataRoute } from '../route.ts'

const maxPlanBytes = 16 * 1024 * 1024

export const planAgainstScan = dataRoute({
  operationId: 'planAgainstScan',
  summary: 'Compare a plan with a scan',
  description:
    "Applies a plan of Terraform, OpenTofu, or CloudFormation to the resources of a completed scan, and compares: what it touches, what it would expose, cut off, or break, what isn't managed, and what is missing. What the plan doesn't know yet is unknown, never safe. Nothing is stored, and no value that the plan marks as sensitive is read.",
  tag: 'Scans',
  method: 'POST',
  path: '/api/scans/{id}/plan',
  scope: 'read',
  pathParameters: idPath('The scan ID.'),
  query: Type.Object({}, { additionalProperties: false }),
  body: planDocument,
  bodyLimitBytes: maxPlanBytes,
  errors: ['NOT_FOUND', 'CONFLICT'],
  success: { status: 200, description: 'What the plan would do.', data: answer },

  async handle({ path, body, caller, dependencies }) {
    const { scan, index, mapOf } = await dependencies.store.tenant(caller.organizationId, async (tenant) => {
      const scan = await findScan(tenant, path.id)
      if (scan.status !== 'completed') {
        throw new ApiError('CONFLICT', `The scan is ${scan.status}. A plan can only be compared with a completed scan.`)
      }
      return { scan, index: await graphOfScan(dependencies, tenant, scan), mapOf: await mapLinks(tenant, scan) }
    })
    const { touched, described, compared, comparedExposures, exposures, ...rest } = orExplain(() =>
      judgePlan(index, readPlan(body)),
    )
    return {
      data: {
        ...rest,
        touched: touched.map((each) => ({ ...each, map: mapOf(each) })),
        exposures: exposures.map(({ path: steps, ...each }) => ({ ...withAccounts(each), path: [...steps] })),
        comparison: comparisonObject({
          base: scan,
          described,
          compared,
          exposures: comparedExposures,
          nameOf: namesOf(index.graph.resources, compared.added),
        }),
      },
    }
  },
})

/** Throws `VALIDATION_ERROR` for a document that isn't a plan, or a plan of another account. */
function orExplain<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (error instanceof PlanError) throw validationError([{ path: [], message: error.message }])
    throw error
  }
}

/** The pages of the dashboard that show resources in the architecture. */
async function mapLinks(tenant: Tenant, { id }: ScanRecord): Promise<(touched: TouchedResource) => string | null> {
  const { items } = await tenant.diagrams.list({ scanId: id, type: 'architecture' }, { limit: 1, after: null })
  const [diagram] = items
  return ({ resource }) =>
    diagram === undefined || resource === null
      ? null
      : `/scans/${id}/map/${diagram.id}?resource=${encodeURIComponent(`${resource.type}~${resource.id}`)}`
}
