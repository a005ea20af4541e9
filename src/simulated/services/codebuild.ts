/** CodeBuild: projects. */
import type { Project } from '@aws-sdk/client-codebuild'
import { defineService } from '../define-service.ts'
import { ProviderError } from '../provider-error.ts'

declare module '../world.ts' {
  interface RegionData {
    readonly codeBuild?: Lists<{ projects: Project }>
  }
}

/** "You can provide names of up to 100 build projects." */
const maximumDescribed = 100

export const service = defineService(() => import('@aws-sdk/client-codebuild'), {
  data: 'codeBuild',
  pages: { largest: 100, error: 'InvalidInputException' },
})({
  ListProjects: { list: 'projects', item: 'name' },
  BatchGetProjects: {
    list: 'projects',
    parameters: ['names'],
    // Missing projects are left out.
    narrow(items, { names = [] }) {
      if (names.length === 0 || names.length > maximumDescribed) {
        throw new ProviderError('InvalidInputException', `Provide between 1 and ${maximumDescribed} project names`)
      }
      return items.filter(({ name = '' }) => names.includes(name))
    },
  },
})
