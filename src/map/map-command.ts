/** The command `surveyor map` and its options. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type GivenRole, region, roleArn } from '../operator/operator-arguments.ts'
import type { MapContext, MapRequest } from './map-region.ts'

const viewNames = ['overview', 'architecture', 'network', 'dataflow', 'security', 'inventory']

type MapOptions = Omit<MapRequest, 'roleArn'> & { readonly roleArn?: GivenRole }

export function addMapCommand(program: Command, context: MapContext): void {
  program
    .command('map')
    .description('scan a region with the AWS credentials of this machine and write diagrams, without a service')
    .requiredOption('-r, --region <region>', 'the region to scan', region)
    .requiredOption('-o, --out <file>', 'the file to write; its ending is the format; {view} is replaced by the view')
    .option('--view <views>', `${viewNames.join(', ')}, several separated by commas, or all`, views, [])
    .addOption(new Option('--theme <theme>', 'theme').choices(['light', 'dark']).default('light'))
    .option('--profile <name>', 'AWS profile (default: the default credentials of AWS SDKs)')
    .option('--role-arn <arn>', 'assume this IAM role', roleArn)
    .option('--external-id <id>', 'with --role-arn: the external ID that its trust policy requires')
    .option('-q, --quiet', "don't show progress")
    .action(async ({ roleArn: role, ...options }: MapOptions) => {
      // Views and renderers take time to load, which other commands don't need.
      const { mapRegion } = await import('./map-region.ts')
      await mapRegion({ ...options, ...(role !== undefined && { roleArn: role.arn }) }, context)
    })
}

function views(text: string): readonly string[] {
  const given = text.split(',').map((view) => view.trim())
  const unknown = given.filter((view) => view !== 'all' && !viewNames.includes(view))
  if (unknown.length > 0) throw new InvalidArgumentError(`Views: ${viewNames.join(', ')}, all.`)
  return given
}
