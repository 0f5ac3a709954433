import { extname } from 'node:path'
import { TASK_FILE_MESSAGES as MESSAGES } from '#contracts/evaluation-projects/task-import.ts'
import { BODY, MB, TASKS } from '#contracts/limits.ts'
import { isObject } from '#contracts/rules/is-object.ts'
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
  try {
    return parseJsonBody(Buffer.from(text), { bytes: BODY.document })
  } catch (error) {
    if (error instanceof AppError && error.code === 'malformedJson') return undefined
    throw error
  }
}

function readLines(text: string): TaskFile {
  const errors: Remark[] = []
  const items = text.split('\n').flatMap((line, index): [string, unknown][] => {
    if (line.trim() === '') return []
    const place = MESSAGES.line(index + 1)
    const item = tryParse(line)
    if (item === undefined) errors.push({ place, message: MESSAGES.unreadable('JSON', line.trim().slice(0, 40)) })
    return item === undefined ? [] : [[place, item]]
  })
  const file = readItems(items)
  return { ...file, errors: [...errors, ...file.errors] }
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
