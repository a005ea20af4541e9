/** IAM Access Analyzer: analyzers and their external access findings. */
import type { AnalyzerSummary, FindingSummary } from '@aws-sdk/client-accessanalyzer'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly accessAnalyzer?: Lists<{ analyzers: AnalyzerSummary }, { findings: FindingSummary }>
  }
}

export const service = defineService('accessAnalyzer', () => import('@aws-sdk/client-accessanalyzer'), {
  iamPrefix: 'access-analyzer',
  // AWS documents no maximum.
  pages: { largest: 100, error: 'ValidationException' },
})({
  ListAnalyzers: { list: 'analyzers' },
  ListFindings: {
    list: 'findings',
    within: { list: 'analyzers', by: { analyzerArn: 'arn' }, notFound: ['ResourceNotFoundException', 404] },
    parameters: ['filter'],
    narrow: (findings, { filter = {} }) =>
      findings.filter((finding) =>
        Object.entries(filter).every(([key, { eq = [] }]) =>
          eq.includes(String(finding[key as 'status' | 'resourceOwnerAccount'])),
        ),
      ),
  },
})
