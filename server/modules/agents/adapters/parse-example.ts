/** Reads an API's reply by paths: while an agent answers, and again while somebody edits the paths. */
import { createParser } from 'eventsource-parser'
import type { AgentStep, ParsedReply } from '#contracts/agents/connection.ts'
import type { ReplyPaths } from '#contracts/agents/json-path.ts'
import { AGENT_FAILURES } from '#contracts/agents/messages.ts'
import { CHECKS } from '#contracts/limits.ts'
import { tryParseJson } from '#contracts/rules/try-parse-json.ts'
import { findNumber, findValues, isWellFormed, toText } from './json-paths.ts'

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
  const texts = findValues(paths.reply, value)
  return {
    reply: texts.length === 0 ? undefined : toText(texts, separator),
    input: findNumber(paths.input, value),
    output: findNumber(paths.output, value),
    cost: findNumber(paths.cost, value),
    steps: findValues(paths.steps, value).map((step) => ({ name: toText([step], ''), arguments: '' })),
    isDone: findValues(paths.done, value).some(Boolean),
  }
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

/** Returns the tokens, if both figures are known. */
export const toUsage = ({ input, output }: Pick<FoundValues, 'input' | 'output'>) =>
  input === undefined || output === undefined ? null : { input: Math.round(input), output: Math.round(output) }

/** Parses a reply that was received earlier, in one piece or as a stream. */
export function parseExample(example: string, paths: ReplyPaths): ParsedReply {
  if (!Object.values(paths).every((path) => path === '' || isWellFormed(path))) return toFailure('pathNotFound')
  const value = tryParseJson(example)
  const events = value === undefined ? readEvents(example) : []
  if (value === undefined && events.length === 0) return toFailure('unreadable')
  const found =
    value === undefined
      ? events.map((event) => findReplyValues(event, paths, '')).reduce(addFoundValues, NOTHING_FOUND)
      : findReplyValues(value, paths)
  if (found.reply === undefined) return toFailure('pathNotFound')
  return { reply: found.reply, error: null, usage: toUsage(found), cost: found.cost ?? null, steps: found.steps }
}

const toFailure = (failure: 'pathNotFound' | 'unreadable'): ParsedReply => ({
  reply: null,
  error: AGENT_FAILURES[failure],
  usage: null,
  cost: null,
  steps: [],
})

function readEvents(text: string): unknown[] {
  const events: unknown[] = []
  const parser = createParser({
    onEvent({ data }) {
      const value = tryParseJson(data)
      if (value !== undefined) events.push(value)
    },
  })
  parser.feed(`${text}\n\n`)
  return events
}
