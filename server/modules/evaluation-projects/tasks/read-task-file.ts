import { extname } from 'node:path'
import { TASK_FILE_MESSAGES as MESSAGES } from '#contracts/evaluation-projects/task-import.ts'
import { BODY, MB, TASKS } from '#contracts/limits.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import { tryParseJson } from '#contracts/rules/try-parse-json.ts'
import { AppError } from '#server/platform/app-error.ts'
import { parseJsonBody } from '#server/platform/http/bodies/json-body.ts'
import { findSamples, readInspect } from './inspect.ts'
import { readPromptfoo } from './promptfoo.ts'
import type { ReadTask, Remark, TaskFile } from './task-file.ts'
import { readTaskTable } from './task-table.ts'

const YAML_EXTENSIONS = ['.yaml', '.yml']

/**
 * Reads tasks from a file: promptfoo's YAML by its name; Inspect's logs and datasets, lists of tasks in JSON and JSON
 * Lines by their content; otherwise a table. Throws `invalid`, `payloadTooLarge` or `unsupportedMediaType` for a file
 * that can't be read at all.
 */
export function readTaskFile(bytes: Buffer, name: string): Promise<TaskFile> | TaskFile {
  const text = bytes.toString('utf8').replace(/^\ufeff/, '')
  if (YAML_EXTENSIONS.includes(extname(name).toLowerCase())) {
    if (bytes.length > TASKS.yamlBytes)
      throw new AppError('payloadTooLarge', MESSAGES.yamlTooLarge(TASKS.yamlBytes / MB))
    return readPromptfoo(text)
  }
  if (!/^\s*[[{]/.test(text)) return readTaskTable(bytes)
  const json = tryParse(text)
  if (json === undefined) return readLines(text)
  const samples = findSamples(json)
  if (samples) return readInspect(samples)
  const tasks: unknown = isObject(json) && Array.isArray(json.tasks) ? json.tasks : json
  return readItems((Array.isArray(tasks) ? tasks : [tasks]).map((item, index) => [MESSAGES.item(index + 1), item]))
}

/** Returns the value of a JSON text; `undefined` if it isn't JSON. Throws `invalid` for unsafe keys and deep nesting. */
function tryParse(text: string): unknown {
  // Checked first: what isn't closed looks nested, and lines together look like one large value.
  if (tryParseJson(text) === undefined) return undefined
  return parseJsonBody(Buffer.from(text), { bytes: BODY.document })
}

/** How many lines that aren't JSON are named; the others are counted. */
const NAMED_LINES = 20

/** Reads JSON Lines. A file of which no line is JSON is reported as one that isn't JSON at all. */
function readLines(text: string): TaskFile {
  const broken: Remark[] = []
  const items = text.split('\n').flatMap((line, index): [string, unknown][] => {
    if (line.trim() === '') return []
    const place = MESSAGES.line(index + 1)
    const item = tryParse(line)
    if (item !== undefined) return [[place, item]]
    broken.push({ place, message: MESSAGES.unreadable('JSON', line.trim().slice(0, 40)) })
    return []
  })
  const file = readItems(items)
  if (items.length === 0 && broken.length > 1)
    return { ...file, errors: [{ place: MESSAGES.everywhere, message: MESSAGES.noJson }] }
  const others = broken.length - NAMED_LINES
  const rest = others > 0 ? [{ place: MESSAGES.everywhere, message: MESSAGES.moreLines(others) }] : []
  return { ...file, errors: [...broken.slice(0, NAMED_LINES), ...rest, ...file.errors] }
}

function readItems(items: readonly [place: string, item: unknown][]): TaskFile {
  const errors: Remark[] = []
  const tasks = items.flatMap(([place, item]): ReadTask[] => {
    if (isObject(item)) return [{ place, fields: item }]
    errors.push({ place, message: MESSAGES.notATask })
    return []
  })
  return { tasks, trials: [], errors, notes: [] }
}
