import { isSearch, type ReplyPaths } from '#contracts/agents/json-path.ts'
import { AGENT_MESSAGES as MESSAGES } from '#contracts/agents/messages.ts'
import { AGENTS } from '#contracts/limits.ts'
import { measureJson } from '#server/platform/http/bodies/json-outline.ts'
import { AgentError } from '../agent-error.ts'

/** What it takes to visit a value, compared with a level of its place. */
const STEPS_PER_VISIT = 2

/**
 * Returns how many steps it takes to search a JSON text by the paths: a search visits every value, and takes longer to
 * note its place the deeper it is. Throws `AgentError` if the text is too large or nested too deep, or the steps too many.
 */
export function measureSearch(text: string, paths: ReplyPaths): number {
  if (text.length > AGENTS.parsedBytes)
    throw new AgentError('tooLarge', { detail: MESSAGES.replyTooLong(AGENTS.parsedBytes / 1024) })
  const { depth, values } = measureJson(Buffer.from(text))
  if (depth > AGENTS.parsedDepth)
    throw new AgentError('unreadable', { detail: MESSAGES.replyTooDeep(AGENTS.parsedDepth) })
  const steps = values * (STEPS_PER_VISIT + depth) * Object.values(paths).filter(isSearch).length
  assertFewSteps(steps, AGENTS.searchSteps)
  return steps
}

/** Throws `AgentError` if a search takes too many steps. */
export function assertFewSteps(steps: number, max: number): void {
  if (steps > max) throw new AgentError('unreadable', { detail: MESSAGES.replyTooManyValues })
}
