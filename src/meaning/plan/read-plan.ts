/** Reads a plan, and explains what is wrong with a document that isn't one. */
import { checkDepth, isObject, type Plan, PlanError } from './plan.ts'
import { readChangeSet } from './read-change-set.ts'
import { readTerraformPlan } from './read-terraform-plan.ts'

const howTo =
  'Send the output of "terraform show -json PLAN", "tofu show -json PLAN", or "aws cloudformation describe-change-set --include-property-values".'

/** Throws `PlanError`. */
export function readPlan(document: unknown): Plan {
  if (!isObject(document)) throw new PlanError(`A plan is a JSON object. ${howTo}`)
  checkDepth(document)
  if ('ChangeSetId' in document || 'ChangeSetName' in document) return readChangeSet(document)
  if ('format_version' in document) return readTerraformPlan(document)
  if ('Resources' in document) throw new PlanError(`This is a CloudFormation template, not a change set. ${howTo}`)
  if ('serial' in document && 'lineage' in document) throw new PlanError(`This is a state file, not a plan. ${howTo}`)
  if ('@message' in document) throw new PlanError(`This is the log of "terraform plan -json". ${howTo}`)
  throw new PlanError(`This isn't a plan. ${howTo}`)
}
