import { partitionOf } from '../../references/arn.ts'
import { defineCollector } from '../../collector.ts'
import { bucketOfUri } from '../../references/s3-uri.ts'
import { glue } from './database.ts'
import { glueRole } from './role.ts'

/** Collects Glue jobs. The arguments in the list are never stored. */
export const dataJob = defineCollector({
  type: 'AWS::Glue::Job',
  count: 'dataJobs',
  scope: 'regional',
  permissions: ['glue:GetJobs'],
  service: glue,
  pages: ({ sdk, client }) => sdk.paginateGetJobs({ client, pageSize: 1000 }, {}),
  items: (page) => page.Jobs,
  resource: (job, { region, accountNumber }) => ({
    id: job.Name,
    // The list omits the ARN.
    arn: `arn:${partitionOf(region)}:glue:${region}:${accountNumber}:job/${job.Name}`,
    name: job.Name,
    properties: {
      description: job.Description,
      kind: job.Command?.Name,
      glueVersion: job.GlueVersion,
      pythonVersion: job.Command?.PythonVersion,
      workerType: job.WorkerType,
      workers: job.NumberOfWorkers,
      executionClass: job.ExecutionClass,
    },
  }),
  relations: [
    {
      verb: 'uses',
      type: 'AWS::IAM::Role',
      field: 'Jobs[].Role',
      targets: (job, place) => glueRole(job.Role, place),
    },
    {
      verb: 'uses',
      type: 'AWS::S3::Bucket',
      field: 'Jobs[].Command.ScriptLocation',
      targets: (job) => bucketOfUri(job.Command?.ScriptLocation),
    },
  ],
})
