/** The tasks of a project: saved as a whole, imported from files and exported to them. */
import { createHash } from 'node:crypto'
import { PROJECT_MESSAGES as MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import type { Task } from '#contracts/evaluation-projects/task.ts'
import type { TaskFormat } from '#contracts/evaluation-projects/task-formats.ts'
import type { TaskImport, TaskImportOptions } from '#contracts/evaluation-projects/task-import.ts'
import { TASKS } from '#contracts/limits.ts'
import { EXPORT_CONTENT_TYPES } from '#contracts/mime-types.ts'
import { toDay } from '#contracts/rules/shanghai-time.ts'
import type { EvaluationCheckService } from '#server/modules/evaluation-checks/service.ts'
import { conflict, invalidField, invalidFields } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { writeTable } from '#server/platform/tables/write-table.ts'
import { writeWorkbook } from '#server/platform/tables/xlsx.ts'
import { assertMemberUnbiased } from '../interest/member-conflicts.ts'
import { canChangeTrials } from '../policy.ts'
import {
  assertPrecondition,
  type Owner,
  type OwnerId,
  type OwnerWithVersion,
  type Projects,
  type VersionedProject,
} from '../projects.ts'
import { type Trials, withRunner } from '../trials/service.ts'
import { listTrials } from '../trials/store.ts'
import { createTrialId } from '../trials/trial-import.ts'
import type { Project } from '../view.ts'
import { assertValidTasks } from './assert-valid-tasks.ts'
import { writeInspect } from './inspect.ts'
import { describePlan, type PlannedProject, planTaskImport, type TaskImportPlan } from './plan-import.ts'
import { writePromptfoo } from './promptfoo.ts'
import { readTaskFile } from './read-task-file.ts'
import type { ReadTask, TaskFile } from './task-file.ts'
import { type BankTasks, listCopies, withCheckedOrigin } from './task-origin.ts'
import { createTaskColumns, createTemplateSheets } from './task-table.ts'

type Dependencies = {
  database: Database
  clock: Clock
  projects: Projects
  trials: Trials
  checks: EvaluationCheckService
}

type ImportedFile = TaskImportOptions & { bytes: Buffer; name: string }

/** Creates the functions that manage the tasks of a project. */
export function createTasks({ database, clock, projects, trials, checks }: Dependencies) {
  /** Returns the patterns and schemas of tasks that can't be compiled, with the positions of their tasks. */
  async function listCheckErrors(tasks: readonly Task[]) {
    if (tasks.every((task) => task.checks.length === 0)) return []
    const lists = await checks.listErrors(tasks.map((task) => task.checks))
    return lists.flatMap((list, index) => list.map((error) => ({ ...error, index })))
  }

  /** Returns what an import would do, with the errors of checks that can't be compiled. */
  async function plan(project: PlannedProject, file: TaskFile): Promise<TaskImportPlan> {
    const planned = planTaskImport(project, file)
    const errors = await listCheckErrors(planned.imported.map(({ task }) => task))
    const remarks = errors.map(({ index, path, message }) => ({
      place: planned.imported[index]?.place ?? '',
      message: `${path}：${message}`,
    }))
    return { ...planned, errors: [...planned.errors, ...remarks] }
  }

  /** Saves planned tasks and adds the trials of a log for a candidate. Returns how many trials were added. */
  async function apply(
    transaction: Transaction,
    project: Project,
    planned: TaskImportPlan,
    { bytes, candidate, owner }: { bytes: Buffer; candidate: string | undefined; owner: Owner },
  ): Promise<number> {
    assertPrecondition(canChangeTrials(project.status))
    assertValidTasks(planned.tasks, project.setup)
    if (planned.tasks.length > TASKS.max) throw conflict(MESSAGES.tasksMax(TASKS.max))
    await projects.save(transaction, project, { tasks: planned.tasks })
    if (candidate === undefined || planned.trials.length === 0) return 0
    const fileHash = createHash('sha256').update(project.id).update(bytes).digest('hex')
    await assertMemberUnbiased(transaction.db, project, owner.id, [candidate])
    const newTrials = planned.trials.map((trial, index) => ({
      ...trial,
      id: createTrialId(fileHash, index),
      candidate,
      cost: null,
    }))
    const { added } = await trials.add(transaction, { ...project, tasks: planned.tasks }, withRunner(owner, newTrials))
    return added
  }

  return {
    /**
     * Saves the list of tasks. Throws `conflict` after 定稿, or if a task with trials is missing; `invalid` for unknown
     * criteria and checks that can't be compiled. Origins that no stored task has are dropped.
     */
    async save(id: string, tasks: Task[], { owner, ifMatch }: OwnerWithVersion): Promise<VersionedProject> {
      const errors = await listCheckErrors(tasks)
      if (errors.length > 0)
        throw invalidFields(errors.map(({ index, path, message }) => ({ path: `tasks.${index}.${path}`, message })))
      const describe = (before: Project) => ({ summary: `${before.tasks.length}个 → ${tasks.length}个` })
      return projects.change(
        id,
        { owner, ifMatch, act: 'tasksSaved', describe },
        async ({ status, setup, tasks: stored }, { db }) => {
          assertPrecondition(canChangeTrials(status))
          assertValidTasks(tasks, setup)
          const keys = new Set(tasks.map((task) => task.key))
          if ((await listTrials(db, id)).some((trial) => !keys.has(trial.task))) throw conflict(MESSAGES.taskInUse)
          return { tasks: tasks.map((task) => withCheckedOrigin(task, stored)) }
        },
      )
    },

    /**
     * Imports the tasks of a file, and the scores of a log as trials if a candidate is given. If `mode` is `dry-run`, or
     * anything is invalid, only reports. Throws `notFound`, `conflict` after 定稿 and above the limits, `invalid`,
     * `payloadTooLarge` or `unsupportedMediaType` for a file that can't be read.
     */
    async import(id: string, { mode, candidate, bytes, name }: ImportedFile, owner: Owner): Promise<TaskImport> {
      const project = await projects.getAs(database.read, id, owner.id)
      if (candidate !== undefined && !project.setup.candidates.some(({ key }) => key === candidate))
        throw invalidField('candidate', MESSAGES.unknownCandidate)
      const file = await readTaskFile(bytes, name)
      const planned = await plan(project, file)
      if (mode === 'dry-run' || planned.errors.length > 0)
        return describePlan(planned, candidate === undefined ? 0 : planned.trials.length)
      return database.write(async (transaction) => {
        const locked = await projects.lockAs(transaction, id, owner.id)
        // Planned again, since the tasks may have changed since the project was read.
        const current = planTaskImport(locked, file)
        const added = await apply(transaction, locked, current, { bytes, candidate, owner })
        const result = describePlan(current, added)
        const summary = `新增${result.added}个，更改${result.changed}个`
        await projects.record(transaction, id, { by: owner, act: 'tasksImported', summary, detail: name })
        return result
      })
    },

    /**
     * Adds tasks of a question bank to a project, each with its origin; one that the project has from the same version
     * isn't added again. Throws `notFound`, `conflict` after 定稿 and above the limit.
     */
    async copyFromBank(
      id: string,
      { bank, tasks }: BankTasks,
      owner: Owner,
    ): Promise<{ added: number; known: number }> {
      return database.write(async (transaction) => {
        const project = await projects.lockAs(transaction, id, owner.id)
        assertPrecondition(canChangeTrials(project.status))
        const copies = listCopies(project.tasks, { bank, tasks })
        const allTasks = [...project.tasks, ...copies]
        if (allTasks.length > TASKS.max) throw conflict(MESSAGES.tasksMax(TASKS.max))
        if (copies.length > 0) await projects.save(transaction, project, { tasks: allTasks })
        const summary = `${copies.length}个`
        await projects.record(transaction, id, { by: owner, act: 'tasksCopied', summary })
        return { added: copies.length, known: tasks.length - copies.length }
      })
    },

    /**
     * Reads the tasks of a file for a question bank, where they belong to no criterion and come from no other bank. Throws
     * `invalid`, `payloadTooLarge` or `unsupportedMediaType` for a file that can't be read.
     */
    async readForBank(bytes: Buffer, name: string): Promise<{ tasks: Task[]; plan: TaskImport }> {
      const file = await readTaskFile(bytes, name)
      const planned = await plan(NO_PROJECT, { ...file, trials: [], tasks: file.tasks.map(withoutProject) })
      return { tasks: planned.tasks, plan: describePlan(planned, 0) }
    },

    /** Returns all tasks as a file. Throws `notFound`. */
    async export(id: string, format: TaskFormat, ownerId: OwnerId) {
      const { name: projectName, tasks, setup } = await projects.getAs(database.read, id, ownerId)
      const file = await writeTaskFile(format, tasks, listCriteria(setup))
      return { ...file, name: `${projectName}-任务-${toDay(clock.now())}` }
    },

    /** Returns an empty table of tasks with an example on a second sheet. Throws `notFound`. */
    async writeTemplate(id: string, ownerId: OwnerId) {
      const { setup } = await projects.getAs(database.read, id, ownerId)
      const bytes = await writeWorkbook(createTemplateSheets(listCriteria(setup)))
      return { bytes, mimetype: EXPORT_CONTENT_TYPES.xlsx, extension: 'xlsx', name: '任务导入模板' }
    },
  }
}

const listCriteria = ({ groups }: Project['setup']) => groups.flatMap((group) => group.criteria)

/** What a bank's tasks are planned against: no task is known, and there is no criterion. */
const NO_PROJECT = { tasks: [], setup: { groups: [] } }

const withoutProject = ({ fields: { criterion: _criterion, origin: _origin, ...fields }, ...task }: ReadTask) => ({
  ...task,
  fields,
})

/** Returns tasks as a file without a name. */
export async function writeTaskFile(
  format: TaskFormat,
  tasks: readonly Task[],
  criteria: Parameters<typeof createTaskColumns>[0] = [],
) {
  if (format === 'csv' || format === 'xlsx') return writeTable(format, createTaskColumns(criteria), tasks)
  return { bytes: Buffer.from(TEXT_WRITERS[format](tasks)), mimetype: TEXT_TYPES[format], extension: format }
}

const writeJsonLines = (tasks: readonly Task[]): string => tasks.map((task) => `${JSON.stringify(task)}\n`).join('')

const TEXT_WRITERS = { jsonl: writeJsonLines, yaml: writePromptfoo, json: writeInspect }
const TEXT_TYPES = {
  jsonl: 'application/jsonl; charset=utf-8',
  yaml: 'application/yaml; charset=utf-8',
  json: EXPORT_CONTENT_TYPES.json,
}
