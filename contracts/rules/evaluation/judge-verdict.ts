/** What a judge model's answer says of a reply, or of two. */
import { POINTS } from '../../evaluation-grading/verdicts.ts'
import { JUDGE_MODEL } from '../../limits.ts'
import { isObject, type JsonObject } from '../is-object.ts'
import { tryParseJson } from '../try-parse-json.ts'

/** `isPassed` is `null` without a verdict. `score` is from 0 to 5, `null` if the judge gave none. */
type JudgeVerdict = { isPassed: boolean | null; score: number | null; reason: string }

const NO_VERDICT: JudgeVerdict = { isPassed: null, score: null, reason: '' }

/**
 * Returns the last verdict in an answer: the last JSON object with `passed` or `score`. A malformed one is no verdict, and
 * doesn't make an earlier one count. `passed` stands above `score`, which passes from 3 on.
 */
export function readJudgeVerdict(answer: string): JudgeVerdict {
  const verdict = findLastObject(answer, (value) => 'passed' in value || 'score' in value)
  if (!verdict) return NO_VERDICT
  const { passed, reason } = verdict
  const score = isScore(verdict.score) ? verdict.score : null
  const text = typeof reason === 'string' ? reason.trim().slice(0, JUDGE_MODEL.reasonLength).toWellFormed() : ''
  if ('passed' in verdict) return { isPassed: typeof passed === 'boolean' ? passed : null, score, reason: text }
  return { isPassed: score === null ? null : score >= POINTS.pass, score, reason: text }
}

const isScore = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= POINTS.max

/** Which of two replies a judge prefers, by their places in its question. */
type PairPreference = 'first' | 'second' | 'tie'

/** Returns the last preference in an answer, `{"winner": "A"}`, `"B"` or `"tie"`; `null` without one. */
export function readPairPreference(answer: string): PairPreference | null {
  const winner = findLastObject(answer, (value) => 'winner' in value)?.winner
  if (winner === 'A') return 'first'
  if (winner === 'B') return 'second'
  return winner === 'tie' ? 'tie' : null
}

/**
 * Returns which of two replies is better by a judge that was asked in both orders: `forward` with `a` first, `backward` with
 * `b` first. Orders that disagree are a tie, since the judge goes by the place; `null` if an order has no preference.
 */
export function decideBothOrders(
  forward: PairPreference | null,
  backward: PairPreference | null,
): 'a' | 'b' | 'tie' | null {
  if (forward === null || backward === null) return null
  if (forward === 'first' && backward === 'second') return 'a'
  if (forward === 'second' && backward === 'first') return 'b'
  return 'tie'
}

/** Enough for the objects of a verdict that quotes some of the reply. */
const OBJECTS = 200
const OBJECT_LENGTH = 4_000

/** Returns the last JSON object of a text for which a condition holds. */
function findLastObject(answer: string, isWanted: (value: JsonObject) => boolean): JsonObject | undefined {
  const text = answer.slice(-JUDGE_MODEL.answerLength)
  let start = text.lastIndexOf('{')
  for (let count = 0; start >= 0 && count < OBJECTS; count += 1) {
    const value = tryParseJson(cutObject(text, start))
    if (isObject(value) && isWanted(value)) return value
    start = start === 0 ? -1 : text.lastIndexOf('{', start - 1)
  }
  return undefined
}

/** Returns the text from an opening brace to the one that closes it; '' if none does. */
function cutObject(text: string, start: number): string {
  let depth = 0
  let isInString = false
  for (let index = start; index < Math.min(text.length, start + OBJECT_LENGTH); index += 1) {
    const character = text[index]
    if (isInString && character === '\\') index += 1
    else if (character === '"') isInString = !isInString
    else if (!isInString && character === '{') depth += 1
    else if (!isInString && character === '}') {
      depth -= 1
      if (depth === 0) return text.slice(start, index + 1)
    }
  }
  return ''
}
