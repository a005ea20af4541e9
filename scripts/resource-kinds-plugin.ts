/** Provides the names, icons, and themes of resource types to the dashboard as modules of its build. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { resourceIcon, resourceKind } from '../src/diagram/resource-kinds.ts'
import { changeSignPaths } from '../src/diagram/renderers/svg-changes.ts'
import { dark } from '../src/diagram/themes/dark.ts'
import { light } from '../src/diagram/themes/light.ts'
import { everyResourceType, typePlaying } from '../src/resource-types/look-ups.ts'

const iconFolder = join(dirname(fileURLToPath(import.meta.resolve('aws-icons/package.json'))), 'icons')

/** Icons of boxes without a resource type, by form. */
const formIcons = {
  account: 'architecture-group/AWSAccount',
  region: 'architecture-group/Region',
  network: 'architecture-group/VirtualprivatecloudVPC',
  'public-subnet': 'architecture-group/Publicsubnet',
  subnet: 'architecture-group/Privatesubnet',
  internet: 'resource/Internet',
  unknown: resourceIcon(null, ''),
}

const modules: Readonly<Record<string, () => Readonly<Record<string, unknown>>>> = {
  'virtual:resource-names': () => ({
    resourceNames: Object.fromEntries(
      [...everyResourceType.map(({ type }) => type), 'other'].map((type) => {
        const { singular, plural, service } = resourceKind(type)
        return [type, [singular, plural, service]]
      }),
    ),
  }),
  'virtual:network-type': () => ({ networkType: typePlaying('VPC') }),
  'virtual:resource-icons': () => {
    const icons = {
      ...formIcons,
      ...Object.fromEntries(
        everyResourceType.flatMap(({ type, icon, variants }): readonly (readonly [string, string])[] => [
          [type, icon[0]],
          ...Object.entries(variants?.icons ?? {}).map(([variant, [path]]) => [`${type}/${variant}`, path] as const),
        ]),
      ),
    }
    const paths = [...new Set(Object.values(icons))]
    return {
      iconIndex: Object.fromEntries(Object.entries(icons).map(([name, path]) => [name, paths.indexOf(path)])),
      iconSources: paths.map((path) => readIcon(path)),
    }
  },
  'virtual:diagram-themes': () => ({ diagramThemes: { light, dark }, changeSignPaths }),
}

export function resourceKindsPlugin(): Plugin {
  return {
    name: 'surveyor-resource-kinds',
    resolveId: (id) => (Object.hasOwn(modules, id) ? `\0${id}` : null),
    load(id) {
      const exported = id.startsWith('\0') ? modules[id.slice(1)]?.() : undefined
      if (exported === undefined) return null
      return Object.entries(exported)
        .map(([name, value]) => `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(value))})`)
        .join('\n')
    },
  }
}

function readIcon(path: string): string {
  return readFileSync(join(iconFolder, `${path}.svg`), 'utf8')
    .replaceAll(/<title>[\s\S]*?<\/title>/gu, '')
    .replaceAll(/\s+/gu, ' ')
}
