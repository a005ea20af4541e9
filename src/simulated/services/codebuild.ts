/** CodeBuild: projects. */
import type { Project } from '@aws-sdk/client-codebuild'
import { defineService } from '../define-service.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly codeBuild?: Lists<{ projects: Project }>
  }
}

export const service = defineService('codeBuild', () => import('@aws-sdk/client-codebuild'), {
  pages: { largest: 100, error: 'InvalidInputException' },
})({
  ListProjects: { list: 'projects', item: 'name' },
  // "You can provide names of up to 100 build projects."
  BatchGetProjects: { list: 'projects', by: { names: 'name' }, most: 100 },
})
