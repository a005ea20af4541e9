/** What no collector reads, as AWS Config has discovered it beside what they do read. */
import type { RegionData } from '../../world.ts'

export const regionData: RegionData = {
  configService: {
    discoveredCounts: [
      { resourceType: 'AWS::EC2::Subnet', count: 9 },
      { resourceType: 'AWS::EC2::Instance', count: 12 },
      { resourceType: 'AWS::AppConfig::Application', count: 2 },
      { resourceType: 'AWS::CodeBuild::Project', count: 4 },
      { resourceType: 'AWS::CodePipeline::Pipeline', count: 1 },
      { resourceType: 'AWS::IoT::Policy', count: 3 },
    ],
  },
}
