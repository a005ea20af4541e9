/** Leaves out of bundles what no program of ours can reach: a third of undici, which requires all of its parts at once. */
import type { Plugin } from 'rolldown'

const unused = /\/undici\/lib\/(?:cache|interceptor|mock|web\/(?:cookies|eventsource|websocket))\//

export const unusedModules: Plugin = {
  name: 'unused-modules',
  load: (id) => (unused.test(id) ? 'module.exports = {}' : null),
}
