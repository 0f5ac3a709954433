/** Imports trials from a table: either all rows, or none and the error of each invalid row. */
import { createHash } from 'node:crypto'
import { PROJECT_MESSAGES as MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import { type Task, TaskSchema } from '#contracts/evaluation-projects/task.ts'
import {
  PREVIEWED_TRIALS,
  type TrialCreate,
  TrialCreateSchema,
  type TrialImport,
} from '#contracts/evaluation-projects/trial.ts'
import { TASKS, TEXT } from '#contracts/limits.ts'
import { parseNumber, parseYesNo } from '#contracts/rules/cell-values.ts'
import { createTask, TASK_KEY_PREFIX } from '#contracts/rules/evaluation/create-task.ts'
import { createKeySource } from '#contracts/rules/evaluation/item-keys.ts'
import { invalid } from '#server/platform/app-error.ts'
import type { ReadRow } from '#server/platform/tables/open-table.ts'
import { readTable } from '#server/platform/tables/read-table.ts'
import type { TableColumn, TableFile } from '#server/platform/tables/table.ts'
import { writeTable } from '#server/platform/tables/write-table.ts'
import type { Owner } from '../projects.ts'
import type { Project } from '../view.ts'

/** The headings of the template. */
const HEADINGS = {
  task: '任务',
  candidate: '候选',
  isPassed: '是否通过',
  seconds: '秒',
  cost: '费用',
  note: '备注',
  runner: '执行人',
} as const
const REQUIRED_HEADINGS = [HEADINGS.task, HEADINGS.candidate, HEADINGS.isPassed]

const KNOWN_HEADINGS = new Set<string>(Object.values(HEADINGS))

const MEASURE_HEADINGS = new Map<string, string>([
  ['seconds', HEADINGS.seconds],
  ['cost', HEADINGS.cost],
])

const PASSED_WORDS = { yes: ['通过', 'pass'], no: ['未通过', '不通过', 'fail'] }

type RowError = { row: number; message: string }
/** A trial, with the number of its row. */
type PlannedTrial = TrialCreate & { id: string; runner: string; runnerId: string | null; row: number }
export type TrialImportPlan = {
  trials: PlannedTrial[]
  newTasks: Task[]
  ignoredColumns: string[]
  errors: RowError[]
}

/**
 * Parses a project's trials from a table. Finds tasks by title, candidates by name; creates unknown tasks. The runner
 * defaults to the importer; whom a table names is known by the name alone. The ids of the trials are derived from the file, so that importing it again adds nothing.
 * Throws `invalid` if a column is missing; `invalid`, `payloadTooLarge` or `unsupportedMediaType` for an unreadable
 * table.
 */
export async function planTrialImport(project: Project, bytes: Buffer, importer: Owner): Promise<TrialImportPlan> {
  const { columns, rows, letters } = await readTable(bytes, {
    isHeading: (cells) => REQUIRED_HEADINGS.every((heading) => cells.includes(heading)),
  })
  const missingHeadings = REQUIRED_HEADINGS.filter((heading) => !columns.includes(heading))
  if (missingHeadings.length > 0) throw invalid(MESSAGES.importColumns(missingHeadings))
  const candidates = new Map(project.setup.candidates.map(({ key, name }) => [name, key]))
  const tasks = createTaskList(project.tasks)
  const fileHash = createHash('sha256').update(project.id).update(bytes).digest('hex')
  const ignoredColumns = columns.filter((column) => column !== '' && !KNOWN_HEADINGS.has(column))
  const plan: TrialImportPlan = { trials: [], newTasks: tasks.newTasks, ignoredColumns, errors: [] }
  for (const row of rows) {
    const { trial, heading, message } = readRow(row, candidates, tasks.getKey)
    if (!trial) plan.errors.push({ row: row.row, message: locate(message, { row: row.row, heading, letters }) })
    else {
      const named = readText(row, HEADINGS.runner)
      plan.trials.push({
        ...trial,
        runner: named || importer.name,
        runnerId: named === '' ? importer.id : null,
        id: createTrialId(fileHash, row.row),
        row: row.row,
      })
    }
  }
  if (project.tasks.length + plan.newTasks.length > TASKS.max) throw invalid(MESSAGES.tasksMax(TASKS.max))
  return plan
}

/** Returns the first rows of a plan for the preview, with names instead of keys. */
export function previewTrials(
  { tasks, setup }: Project,
  { trials, newTasks }: TrialImportPlan,
): Pick<TrialImport, 'preview'> {
  const titles = new Map([...tasks, ...newTasks].map(({ key, title }) => [key, title]))
  const names = new Map(setup.candidates.map(({ key, name }) => [key, name]))
  return {
    preview: trials
      .slice(0, PREVIEWED_TRIALS)
      .map(({ row, task, candidate, isPassed, seconds, cost, note, runner }) => ({
        row,
        task: titles.get(task) ?? task,
        candidate: names.get(candidate) ?? candidate,
        isPassed,
        seconds,
        cost,
        note,
        runner,
      })),
  }
}

/** Returns a table to be filled in, with a row for each task and candidate. */
export function writeTrialTemplate({ tasks, setup }: Project): Promise<TableFile> {
  const rows = tasks.flatMap((task) => setup.candidates.map((candidate) => [task.title, candidate.name] as const))
  const columns: TableColumn<readonly [string, string]>[] = [
    { key: 'task', title: HEADINGS.task, width: 40, cell: ([task]) => task },
    { key: 'candidate', title: HEADINGS.candidate, width: 24, cell: ([, candidate]) => candidate },
    ...[HEADINGS.isPassed, HEADINGS.seconds, HEADINGS.cost, HEADINGS.note, HEADINGS.runner].map((title) => ({
      key: title,
      title,
      cell: () => null,
    })),
  ]
  return writeTable('xlsx', columns, rows)
}

type RowResult =
  | { trial: TrialCreate; heading?: undefined; message?: undefined }
  | { trial?: undefined; heading?: string; message: string }

/** Adds the column and the address of the cell to a message: `秒（D7）：……`. */
function locate(
  message: string,
  { row, heading, letters }: { row: number; heading: string | undefined; letters: ReadonlyMap<string, string> },
): string {
  if (heading === undefined) return message
  const letter = letters.get(heading)
  return `${heading}${letter === undefined ? '' : `（${letter}${row}）`}：${message}`
}

const readText = ({ values }: ReadRow, heading: string): string => String(values.get(heading) ?? '').trim()

function readRow(
  row: ReadRow,
  candidates: ReadonlyMap<string, string>,
  getTaskKey: (title: string) => string,
): RowResult {
  const { values, problem } = row
  if (problem !== undefined) return { message: problem }
  const unreadable = [...(row.cellProblems ?? [])].find(([heading]) => KNOWN_HEADINGS.has(heading))
  if (unreadable) return { heading: unreadable[0], message: unreadable[1] }
  const getText = (heading: string) => readText(row, heading)
  const title = TaskSchema.shape.title.safeParse(getText(HEADINGS.task))
  if (!title.success) return { heading: HEADINGS.task, message: title.error.issues[0]?.message ?? MESSAGES.taskTitle }
  const name = getText(HEADINGS.candidate)
  const candidate = candidates.get(name)
  if (candidate === undefined)
    return {
      heading: HEADINGS.candidate,
      message: name === '' ? MESSAGES.candidateName : MESSAGES.importCandidate(name),
    }
  if (getText(HEADINGS.runner).length > TEXT.word)
    return { heading: HEADINGS.runner, message: MESSAGES.importRunner(TEXT.word) }
  const isPassed = parseYesNo(getText(HEADINGS.isPassed), PASSED_WORDS)
  if (isPassed === undefined) return { heading: HEADINGS.isPassed, message: MESSAGES.importPassedInvalid }
  const trial = TrialCreateSchema.safeParse({
    task: 'task',
    candidate,
    isPassed,
    seconds: readNumber(values.get(HEADINGS.seconds)),
    cost: readNumber(values.get(HEADINGS.cost)),
    note: getText(HEADINGS.note),
  })
  if (trial.success) return { trial: { ...trial.data, task: getTaskKey(title.data) } }
  const [issue] = trial.error.issues
  const heading = MEASURE_HEADINGS.get(String(issue?.path[0])) ?? HEADINGS.note
  return { heading, message: issue?.message ?? '' }
}

/**
 * Returns a number, or `null` for a blank cell. Any other text is returned unchanged, so that the schema rejects it.
 */
function readNumber(value: unknown): unknown {
  if (value === undefined || typeof value === 'number') return value ?? null
  const text = String(value).trim()
  if (text === '') return null
  const parsed = parseNumber(text)
  return parsed?.rest === '' ? parsed.number : text
}

/** Creates a list that finds the key of a task by its title, and adds a new task if there is none. */
function createTaskList(tasks: readonly Task[]) {
  const keys = new Map(tasks.map(({ key, title }) => [title, key]))
  const createKey = createKeySource(
    TASK_KEY_PREFIX,
    tasks.map(({ key }) => key),
  )
  const newTasks: Task[] = []
  return {
    newTasks,
    getKey(title: string): string {
      const existingKey = keys.get(title)
      if (existingKey !== undefined) return existingKey
      const key = createKey()
      keys.set(title, key)
      newTasks.push(createTask({ key, title }))
      return key
    },
  }
}

/** Returns a UUID derived from a file's hash and a row of it (RFC 9562, version 8). */
export function createTrialId(fileHash: string, row: number): string {
  const hex = createHash('sha256').update(`${fileHash} ${row}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
