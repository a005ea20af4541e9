/**
 * Which resource an endpoint's host name belongs to: the provider writes its identifier into it. Sources: the pages "Finding the
 * endpoint" and "Connecting to …" of the services' user guides.
 */
import type { Place } from './arn.ts'
import type { ResourceReference } from '../graph/resource-graph.ts'

/** The captured group is the identifier. */
type Form = readonly [type: string, pattern: RegExp]

/** What precedes the provider's domain, without the region, whose place differs; the hash in it is that of the account. */
const forms: readonly Form[] = [
  ['AWS::RDS::DBCluster', /^([\w-]+)\.cluster-(?:ro-)?\w+\.rds$/],
  ['AWS::RDS::DBProxy', /^([\w-]+)\.proxy-\w+\.rds$/],
  ['AWS::RDS::DBInstance', /^([\w-]+)\.[a-z0-9]+\.rds$/],
  ['AWS::DocDB::DBCluster', /^([\w-]+)\.cluster-(?:ro-)?\w+\.docdb$/],
  ['AWS::DocDB::DBInstance', /^([\w-]+)\.[a-z0-9]+\.docdb$/],
  ['AWS::Neptune::DBCluster', /^([\w-]+)\.cluster-(?:ro-)?\w+\.neptune$/],
  ['AWS::Neptune::DBInstance', /^([\w-]+)\.[a-z0-9]+\.neptune$/],
  ['AWS::ElastiCache::ServerlessCache', /^([\w-]+)-\w{6}\.serverless\.\w+\.cache$/],
  ['AWS::ElastiCache::ReplicationGroup', /^(?:master|replica|clustercfg)\.([\w-]+)\.\w+\.\w+\.cache$/],
  ['AWS::ElastiCache::ReplicationGroup', /^([\w-]+?)(?:-ro)?\.\w+\.(?:ng\.0001|clustercfg)\.\w+\.cache$/],
  ['AWS::ElastiCache::CacheCluster', /^([\w-]+)\.\w+\.(?:cfg|\d{4})\.\w+\.cache$/],
  ['AWS::MemoryDB::Cluster', /^clustercfg\.([\w-]+)\.\w+\.memorydb$/],
  ['AWS::Redshift::Cluster', /^([\w-]+)\.\w+\.redshift$/],
  ['AWS::OpenSearchService::Domain', /^(?:search|vpc)-([\w-]+)-\w{26}\.es$/],
  ['AWS::EFS::FileSystem', /^(fs-\w+)\.efs$/],
  ['AWS::AmazonMQ::Broker', /^(b-[0-9a-f-]{36})(?:-\d)?\.mq$/],
]

export const endpointTypes: readonly string[] = [...new Set(forms.map(([type]) => type))]

const domain = /\.(?:amazonaws\.com|amazonaws\.com\.cn|amazonaws\.eu)$/
const regionLabel = /^[a-z]{2,4}(?:-[a-z]+)+-\d+$/

/** `undefined` for other hosts. One of another region keeps its host name as identifier, as foreign ARNs do. */
export function resourceOfHost(host: string, place: Place): ResourceReference | undefined {
  const name = host.toLowerCase()
  if (!domain.test(name)) return undefined
  const labels = name.replace(domain, '').split('.')
  const region = labels.find((label) => regionLabel.test(label))
  const rest = labels.filter((label) => label !== region).join('.')
  for (const [type, pattern] of forms) {
    const id = pattern.exec(rest)?.[1]
    if (id !== undefined) return { type, id: region === undefined || region === place.region ? id : name }
  }
  return undefined
}
