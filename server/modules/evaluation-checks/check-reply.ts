/** Decides the checks of a reply by rules: the server, the runner and the open call use this one function. */

import type { FieldError } from '#contracts/errors.ts'
import type { Check, CheckOf, CheckReply, CheckRequest, Verdict } from '#contracts/evaluation-checks/check.ts'
import { CHECK_MESSAGES as MESSAGES, CHECK_REASONS as REASONS } from '#contracts/evaluation-checks/messages.ts'
import { calculateCheckScore } from '#contracts/rules/evaluation/check-score.ts'
import { tryParseJson } from '#contracts/rules/try-parse-json.ts'
import { compileSchema, findProblem, type JsonSchema } from './json-schemas.ts'
import { findNumbers } from './numbers.ts'
import { findRefusal, findSource } from './phrases.ts'
import { calculateEditSimilarity, calculateTokenF1 } from './similarity.ts'
import { checkPattern, checkText, compilePattern } from './text-checks.ts'

/** What is known of a reply besides its text. */
type Conversation = Omit<CheckRequest, 'checks' | 'threshold'>

/**
 * Returns each check's verdict with its reason, and the weighted score; score and outcome are `null` if a check can't be
 * decided, for want of data or because it takes a person or a judge model. Throws for checks of which
 * `listCheckErrors` reports any.
 */
export function checkReply({ checks, threshold, ...conversation }: CheckRequest): CheckReply {
  const verdicts = checks.map((check) => ({ kind: check.kind, ...negate(check, decide(check, conversation)) }))
  const score = calculateCheckScore(checks, verdicts)
  return { score, isPassed: score === null ? null : score >= threshold, checks: verdicts }
}

/** Returns the patterns and schemas that can't be compiled, with their paths below `checks`. */
export function listCheckErrors(checks: readonly Check[]): FieldError[] {
  return checks.flatMap((check, index) => {
    if (check.kind === 'regex') {
      const { pattern, flags } = check
      return findError(() => compilePattern(pattern, flags)) === undefined
        ? []
        : [{ path: `checks.${index}.pattern`, message: MESSAGES.invalidPattern }]
    }
    const [field, schema] =
      check.kind === 'jsonSchema'
        ? ['schema', check.schema]
        : check.kind === 'calledTool'
          ? ['arguments', check.arguments]
          : []
    if (schema === undefined) return []
    const problem = findError(() => compileSchema(schema))
    return problem === undefined ? [] : [{ path: `checks.${index}.${field}`, message: MESSAGES.invalidSchema(problem) }]
  })
}

function findError(run: () => unknown): string | undefined {
  try {
    run()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const negate = ({ isNegated }: Check, { isPassed, reason }: Verdict): Verdict =>
  !isNegated || isPassed === null
    ? { isPassed, reason }
    : { isPassed: !isPassed, reason: isPassed ? REASONS.negated(reason) : reason }

function decide(check: Check, { reply, steps, timing, cost }: Conversation): Verdict {
  switch (check.kind) {
    case 'equals':
    case 'contains':
    case 'containsAny':
    case 'containsAll':
    case 'noneOf':
    case 'startsWith':
      return checkText(check, reply)
    case 'regex':
      return checkPattern(check, reply)
    case 'number':
      return checkNumber(check, reply)
    case 'jsonSchema':
      return checkJson(check.schema, reply)
    case 'similarity':
      return checkSimilarity(check, reply)
    case 'refuses': {
      const phrase = findRefusal(reply)
      return phrase === undefined
        ? { isPassed: false, reason: REASONS.notRefused }
        : { isPassed: true, reason: REASONS.refused(phrase) }
    }
    case 'mentionsSource': {
      const source = findSource(reply)
      return source === undefined
        ? { isPassed: false, reason: REASONS.unsourced }
        : { isPassed: true, reason: REASONS.sourced(source) }
    }
    case 'calledTool':
      return checkTool(check, steps)
    case 'latency':
      return checkTime(timing?.totalMs, check.atMostMs)
    case 'firstToken':
      return checkTime(timing?.firstTokenMs, check.atMostMs)
    case 'cost':
      return cost === undefined
        ? { isPassed: null, reason: REASONS.unknownCost }
        : { isPassed: cost <= check.atMost, reason: REASONS.cost(cost, check.atMost) }
    case 'length':
      return checkLength(check, reply)
    case 'rubric':
      return { isPassed: null, reason: REASONS.needsJudge }
    case 'human':
      return { isPassed: null, reason: REASONS.needsPerson }
  }
}

/** What rounding may change of a number that was read. */
const RELATIVE_ROUNDING = 1e-9

function checkNumber({ value, tolerance }: CheckOf<'number'>, reply: string): Verdict {
  const numbers = findNumbers(reply)
  const reach = tolerance + RELATIVE_ROUNDING * Math.abs(value)
  const found = numbers.find(({ values }) => values.some((read) => Math.abs(read - value) <= reach))
  if (found) return { isPassed: true, reason: REASONS.number(found.text, reply, found.offset) }
  const reason = numbers.length === 0 ? REASONS.noNumber : REASONS.otherNumbers(numbers.map(({ text }) => text))
  return { isPassed: false, reason }
}

const FENCE = '```'

/** Returns the only fenced block of a reply; all of the reply if it has none or several. */
function findBlock(reply: string): string {
  const [start, end] = [reply.indexOf(FENCE), reply.lastIndexOf(FENCE)]
  const around = reply.slice(0, start) + reply.slice(end + FENCE.length)
  if (start === -1 || end < start + FENCE.length || around.includes('`')) return reply
  const inner = reply.slice(start + FENCE.length, end)
  const [opening = ''] = /^(?:json)?\s*/i.exec(inner) ?? []
  return opening.includes('\n') ? inner.slice(opening.length) : reply
}

function checkJson(schema: JsonSchema, reply: string): Verdict {
  const json = tryParseJson(findBlock(reply))
  if (json === undefined) return { isPassed: false, reason: REASONS.notJson }
  const problem = findProblem(schema, json)
  if (problem === 'undecided') return { isPassed: null, reason: REASONS.schemaUndecided }
  return problem
    ? { isPassed: false, reason: REASONS.schemaViolation(problem.path, problem.message) }
    : { isPassed: true, reason: REASONS.valid }
}

function checkSimilarity({ method, value, atLeast }: CheckOf<'similarity'>, reply: string): Verdict {
  const similarity = method === 'f1' ? calculateTokenF1(reply, value) : calculateEditSimilarity(reply, value)
  if (similarity === undefined) return { isPassed: null, reason: REASONS.tooLong }
  return { isPassed: similarity >= atLeast, reason: REASONS.similar(similarity, atLeast) }
}

function checkTool(check: CheckOf<'calledTool'>, steps: Conversation['steps']): Verdict {
  if (!steps) return { isPassed: null, reason: REASONS.unknownSteps }
  const calls = [...steps.entries()].filter(([, { name }]) => name === check.name)
  if (calls.length === 0) return { isPassed: false, reason: REASONS.notCalled(steps.map(({ name }) => name)) }
  const { after, arguments: schema } = check
  const inOrder = calls.filter(
    ([place]) => after === undefined || steps.slice(0, place).some(({ name }) => name === after),
  )
  if (inOrder.length === 0) return { isPassed: false, reason: REASONS.calledTooEarly(check.name, after ?? '') }
  if (schema === undefined) return { isPassed: true, reason: REASONS.called(check.name) }
  const problems = inOrder.map(([, step]) => findProblem(schema, step.arguments ?? {}))
  if (problems.includes(undefined)) return { isPassed: true, reason: REASONS.called(check.name) }
  if (problems.includes('undecided')) return { isPassed: null, reason: REASONS.schemaUndecided }
  const [problem] = problems
  const message = typeof problem === 'object' ? `${problem.path} ${problem.message}`.trim() : ''
  return { isPassed: false, reason: REASONS.otherArguments(check.name, message) }
}

const checkTime = (value: number | undefined, atMostMs: number): Verdict =>
  value === undefined
    ? { isPassed: null, reason: REASONS.unknownTime }
    : { isPassed: value <= atMostMs, reason: REASONS.milliseconds(value, atMostMs) }

function checkLength({ atLeast = 0, atMost = Number.POSITIVE_INFINITY }: CheckOf<'length'>, reply: string): Verdict {
  const length = [...reply.trim()].length
  return { isPassed: length >= atLeast && length <= atMost, reason: REASONS.length(length) }
}
