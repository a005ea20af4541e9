/** Lists all tools for agents. */
import type { AgentTool } from './agent-tool.ts'
import { accounts } from './tools/accounts.ts'
import { changes } from './tools/changes.ts'
import { coverage } from './tools/coverage.ts'
import { describe } from './tools/describe.ts'
import { draw } from './tools/draw.ts'
import { exposed } from './tools/exposed.ts'
import { find } from './tools/find.ts'
import { impact } from './tools/impact.ts'
import { reach } from './tools/reach.ts'
import { scan } from './tools/scan.ts'

export const tools: readonly AgentTool[] = [
  find,
  describe,
  exposed,
  reach,
  impact,
  changes,
  coverage,
  draw,
  accounts,
  scan,
]
