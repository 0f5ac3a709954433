/** Reads an API's reply by paths: while an agent answers, and again while somebody edits the paths. */
import { createParser } from 'eventsource-parser'
import { type AgentStep, type ParsedReply, toCredibleUsage } from '#contracts/agents/connection.ts'
import type { ReplyPaths } from '#contracts/agents/json-path.ts'
import { AGENTS, CHECKS } from '#contracts/limits.ts'
import { tryParseJson } from '#contracts/rules/try-parse-json.ts'
import { AgentError } from '../agent-error.ts'
import { splitJsonLines } from '../json-lines.ts'
import { toExcerpt } from '../vendor-message.ts'
import { findNumber, findsTruth, findText, findValues, isWellFormed, toText, WHOLE_REPLY } from './json-paths.ts'
import { assertFewSteps, measureSearch } from './measure-search.ts'

/** What the paths find in one value: a reply, or an event of a stream. */
export type FoundValues = {
  /** `undefined` if the path finds nothing. */
  reply: string | undefined
  input: number | undefined
  output: number | undefined
  cost: number | undefined
  steps: AgentStep[]
  isDone: boolean
}

/** Finds the values of a reply. Several texts of one reply are paragraphs, those of one event are one text. */
export function findReplyValues(value: unknown, paths: ReplyPaths, separator = '\n'): FoundValues {
  return {
    reply: findText(paths.reply, value, separator),
    input: findNumber(paths.input, value),
    output: findNumber(paths.output, value),
    cost: findNumber(paths.cost, value),
    steps: findSteps(paths.steps, value),
    isDone: findsTruth(paths.done, value),
  }
}

function findSteps(path: string, value: unknown): AgentStep[] {
  const steps: AgentStep[] = []
  for (const step of findValues(path, value)) {
    steps.push({ name: toText(step), arguments: '' })
    if (steps.length === CHECKS.steps) break
  }
  return steps
}

/** Adds what an event says to what was found before. */
export const addFoundValues = (before: FoundValues, event: FoundValues): FoundValues => ({
  reply: event.reply === undefined ? before.reply : (before.reply ?? '') + event.reply,
  input: event.input ?? before.input,
  output: event.output ?? before.output,
  cost: event.cost ?? before.cost,
  steps: event.steps.length === 0 ? before.steps : [...before.steps, ...event.steps].slice(0, CHECKS.steps),
  isDone: before.isDone || event.isDone,
})

export const NOTHING_FOUND: FoundValues = {
  reply: undefined,
  input: undefined,
  output: undefined,
  cost: undefined,
  steps: [],
  isDone: false,
}

/** Returns the tokens, if both figures are known and can be true. */
export const toUsage = ({ input, output }: Pick<FoundValues, 'input' | 'output'>) =>
  input === undefined || output === undefined
    ? null
    : toCredibleUsage({ input: Math.round(input), output: Math.round(output) })

/** Throws `AgentError` unless the whole reply is what the agent says. */
export function assertReadsText(text: string, { reply }: ReplyPaths): void {
  if (reply !== WHOLE_REPLY) throw new AgentError('plainText', { detail: toExcerpt(text) })
}

/** Parses a reply that was received earlier, in one piece or as a stream. */
export function parseExample(example: string, paths: ReplyPaths): ParsedReply {
  if (!Object.values(paths).every((path) => path === '' || isWellFormed(path)))
    return toFailure(new AgentError('pathNotFound'))
  try {
    const found = findExampleValues(example, paths)
    if (found.reply === undefined) throw new AgentError('pathNotFound')
    return { reply: found.reply, error: null, usage: toUsage(found), cost: found.cost ?? null, steps: found.steps }
  } catch (error) {
    if (error instanceof AgentError) return toFailure(error)
    throw error
  }
}

function findExampleValues(example: string, paths: ReplyPaths): FoundValues {
  const value = tryParseJson(example)
  const events = value === undefined ? [...readEvents(example), ...readLines(example)] : []
  if (events.length === 0) {
    const whole = value === undefined ? example : value
    if (typeof whole === 'string') assertReadsText(whole, paths)
    else measureSearch(example, paths)
    return findReplyValues(whole, paths)
  }
  let steps = 0
  let found = NOTHING_FOUND
  for (const { data, value: event } of events) {
    steps += measureSearch(data, paths)
    assertFewSteps(steps, AGENTS.searchSteps)
    found = addFoundValues(found, findReplyValues(event, paths, ''))
  }
  return found
}

const toFailure = ({ message }: AgentError): ParsedReply => ({
  reply: null,
  error: message,
  usage: null,
  cost: null,
  steps: [],
})

function readEvents(text: string): { data: string; value: unknown }[] {
  const events: { data: string; value: unknown }[] = []
  const parser = createParser({
    onEvent({ data }) {
      const value = tryParseJson(data)
      if (value !== undefined) events.push({ data, value })
    },
  })
  parser.feed(`${text}\n\n`)
  return events
}

const readLines = (text: string) => splitJsonLines(text).map((data) => ({ data, value: tryParseJson(data) }))
