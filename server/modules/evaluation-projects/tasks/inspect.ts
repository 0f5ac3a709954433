/** Tasks as samples of Inspect: its logs in JSON, whose scores are trials, and its datasets. */
import type { Task } from '#contracts/evaluation-projects/task.ts'
import { TASK_FILE_MESSAGES as MESSAGES } from '#contracts/evaluation-projects/task-import.ts'
import { TEXT } from '#contracts/limits.ts'
import { fillInVariables } from '#contracts/rules/evaluation/task-messages.ts'
import { isObject, type JsonObject } from '#contracts/rules/is-object.ts'
import type { ReadTask, ReadTrial, Remark, TaskFile } from './task-file.ts'

/** Returns the samples of a log or a dataset; `undefined` for other JSON. */
export function findSamples(json: unknown): JsonObject[] | undefined {
  const samples = isObject(json) && isObject(json.eval) ? json.samples : json
  if (!Array.isArray(samples)) return undefined
  const objects = samples.filter(isObject)
  return objects.length === samples.length && objects.every((sample) => 'input' in sample) ? objects : undefined
}

/** Reads samples: one task for all epochs of a sample, and one trial for each epoch by its first score. */
export function readInspect(samples: readonly JsonObject[]): TaskFile {
  const tasks: ReadTask[] = []
  const trials: ReadTrial[] = []
  const notes: Remark[] = []
  const positions = new Map<string, number>()
  for (const [index, sample] of samples.entries()) {
    const place = MESSAGES.item(index + 1)
    const id = typeof sample.id === 'string' || typeof sample.id === 'number' ? String(sample.id) : `#${index + 1}`
    const task = positions.get(id) ?? tasks.length
    if (!positions.has(id)) {
      positions.set(id, task)
      tasks.push({ place, fields: readSample(sample, place, notes) })
    }
    trials.push(...readScore(sample, { task, place, notes }))
  }
  return { tasks, trials, errors: [], notes }
}

function readSample({ input, target }: JsonObject, place: string, notes: Remark[]): JsonObject {
  const messages: unknown[] = Array.isArray(input) ? input : [{ role: 'user', content: input }]
  const chat = messages.filter(isObject)
  for (const role of new Set(chat.map((message) => String(message.role)).filter((role) => role !== 'user')))
    notes.push({ place, message: MESSAGES.role(role) })
  const turns = chat.filter(({ role }) => role === 'user').map(({ content }) => readContent(content))
  const expected = (Array.isArray(target) ? target : [target ?? '']).map(String).join('\n')
  return { title: (turns[0] ?? '').slice(0, TEXT.line), turns, expected }
}

/** Returns the text of a message, which may consist of parts. */
const readContent = (content: unknown): string =>
  Array.isArray(content)
    ? content.flatMap((part) => (isObject(part) && part.type === 'text' ? [String(part.text)] : [])).join('\n')
    : String(content ?? '')

/** What Inspect calls correct and incorrect, and truth values. Partial credit isn't a pass. */
const OUTCOMES = new Map<unknown, boolean>([
  ['C', true],
  ['I', false],
  ['P', false],
  ['N', false],
  [true, true],
  [false, false],
  [1, true],
  [0, false],
])

type ScoreContext = { task: number; place: string; notes: Remark[] }

function readScore(sample: JsonObject, { task, place, notes }: ScoreContext): ReadTrial[] {
  const [[, score] = [], ...others] = isObject(sample.scores) ? Object.entries(sample.scores) : []
  for (const [scorer] of others) notes.push({ place, message: MESSAGES.otherScorer(scorer) })
  if (!isObject(score)) return []
  const isPassed = OUTCOMES.get(score.value)
  if (isPassed === undefined) {
    notes.push({ place, message: MESSAGES.scoreValue(JSON.stringify(score.value) ?? '') })
    return []
  }
  const seconds = typeof sample.total_time === 'number' ? sample.total_time : null
  return [{ task, isPassed, seconds, note: String(score.explanation ?? '').slice(0, TEXT.paragraph) }]
}

/** Writes tasks as a dataset that Inspect's `json_dataset` reads. */
export const writeInspect = (tasks: readonly Task[]): string =>
  JSON.stringify(
    tasks.map(({ key, title, turns, variables, expected, acceptance, checks, tags }) => {
      const messages = (turns.length === 0 ? [title] : turns).map((message) => fillInVariables(message, variables))
      return {
        id: key,
        input: messages.length === 1 ? messages[0] : messages.map((content) => ({ role: 'user', content })),
        target: expected,
        metadata: { title, acceptance, checks, tags },
      }
    }),
    null,
    2,
  )
