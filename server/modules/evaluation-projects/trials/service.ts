/** Trials of a project's candidates, which are entered one by one or imported from a table. */
import type { FieldError } from '#contracts/errors.ts'
import { PROJECT_MESSAGES as MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import type { ImportMode, NewTrial, TrialCreate, TrialImport } from '#contracts/evaluation-projects/trial.ts'
import { EVALUATION_ANALYSIS } from '#contracts/limits.ts'
import { conflict, invalidFields, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import type { TableFile } from '#server/platform/tables/table.ts'
import { assertMemberUnbiased } from '../interest/member-conflicts.ts'
import { canChangeTrials } from '../policy.ts'
import { assertPrecondition, type Owner, type OwnerId, type Projects } from '../projects.ts'
import { assertValidTasks } from '../tasks/assert-valid-tasks.ts'
import type { Project } from '../view.ts'
import { insertTrials, listTrials, removeTrial, type TrialRow } from './store.ts'
import { planTrialImport, previewTrials, type TrialImportPlan, writeTrialTemplate } from './trial-import.ts'

export type Trials = ReturnType<typeof createTrials>

/** A trial with the name of the person who ran it, and their seat or account if it is known. */
type RunTrial = NewTrial & { runner: string; runnerId: string | null }

/** Returns trials with the person who ran them: a judge's seat, or a member. */
export const withRunner = (
  { id, name }: { id: string | null; name: string },
  trials: readonly NewTrial[],
): RunTrial[] => trials.map((trial) => ({ ...trial, runner: name, runnerId: id }))

type Dependencies = { database: Database; clock: Clock; projects: Projects }

/** Creates the functions that manage the trials of a project. */
export function createTrials({ database, clock, projects }: Dependencies) {
  /**
   * Returns the trials that a project doesn't have yet, and the ordinal of the first of them. Throws `conflict` after
   * 定稿 and above the limit, `invalid` for an unknown task or candidate.
   */
  async function selectNewTrials(db: Queryable, project: Project, trials: readonly RunTrial[]) {
    assertPrecondition(canChangeTrials(project.status))
    assertValidTrials(project, trials)
    const existing = await listTrials(db, project.id)
    const existingIds = new Set(existing.map((trial) => trial.id))
    const added = [...new Map(trials.map((trial) => [trial.id, trial])).values()].filter(
      ({ id }) => !existingIds.has(id),
    )
    if (existing.length + added.length > EVALUATION_ANALYSIS.trials)
      throw conflict(MESSAGES.trialsMax(EVALUATION_ANALYSIS.trials))
    return { added, firstOrdinal: (existing.at(-1)?.ordinal ?? 0) + 1 }
  }

  /**
   * Adds trials to a project that the caller has locked. Existing ids are left unchanged, and removed ones restored as given.
   * Returns how many were added or restored. Throws `conflict` after 定稿 and above the limit, `invalid`.
   */
  async function add({ db }: Transaction, project: Project, trials: readonly RunTrial[]): Promise<{ added: number }> {
    const { added, firstOrdinal } = await selectNewTrials(db, project, trials)
    const createdAt = timestamp(clock)
    const rows = added.map((trial, index) =>
      toTrialRow(trial, { projectId: project.id, ordinal: firstOrdinal + index, createdAt }),
    )
    if (rows.length > 0) await insertTrials(db, rows)
    return { added: rows.length }
  }

  /**
   * Adds the tasks and trials of an import plan to a project that the caller has locked. Throws `conflict`, `invalid`.
   */
  async function applyPlan(transaction: Transaction, project: Project, { newTasks, trials }: TrialImportPlan) {
    const tasks = [...project.tasks, ...newTasks]
    assertPrecondition(canChangeTrials(project.status))
    assertValidTasks(tasks, project.setup)
    if (newTasks.length > 0) await projects.save(transaction, project, { tasks })
    return add(transaction, { ...project, tasks }, trials)
  }

  /** Applies an import plan in one audited transaction. Returns how many trials were added. */
  const applyImport = (id: string, plan: TrialImportPlan, owner: Owner): Promise<number> =>
    database.write(async (transaction) => {
      const project = await projects.lockAs(transaction, id, owner.id)
      await assertMemberUnbiased(transaction.db, project, owner.id, listTried(plan.trials))
      const { added } = await applyPlan(transaction, project, plan)
      await projects.record(transaction, id, { by: owner, act: 'trialsImported', summary: `${added}次` })
      return added
    })

  /** Returns how many trials a plan would add. Throws `conflict`, `invalid`. */
  async function countPlanned(project: Project, { newTasks, trials }: TrialImportPlan): Promise<number> {
    const { added } = await selectNewTrials(
      database.read,
      { ...project, tasks: [...project.tasks, ...newTasks] },
      trials,
    )
    return added.length
  }

  return {
    add,

    /**
     * Adds the owner's trials. Throws `notFound`, `conflict` after 定稿 and above the limit, `invalid`, `forbidden` for a
     * candidate with which the owner has a conflict of interest, as the other changes of trials do.
     */
    addOwned: (id: string, trials: readonly NewTrial[], owner: Owner): Promise<{ added: number }> =>
      database.write(async (transaction) => {
        const project = await projects.lockAs(transaction, id, owner.id)
        await assertMemberUnbiased(transaction.db, project, owner.id, listTried(trials))
        const { added } = await add(transaction, project, withRunner(owner, trials))
        await projects.record(transaction, id, { by: owner, act: 'trialsAdded', summary: `${added}次` })
        return { added }
      }),

    /**
     * Imports the trials of a table and its new tasks. If `mode` is `dry-run`, only reports what would be added. If any
     * row is invalid, adds nothing and returns every error. Throws `notFound`, `conflict` after 定稿 and above the limit,
     * `invalid`, `payloadTooLarge` or `unsupportedMediaType` for a table that can't be read.
     */
    async import(id: string, { bytes, mode }: { bytes: Buffer; mode: ImportMode }, owner: Owner): Promise<TrialImport> {
      // The file is parsed before the project is locked. A task that is added in between makes `applyPlan` throw
      // `invalid`, since both have the same key.
      const project = await projects.getAs(database.read, id, owner.id)
      const plan = await planTrialImport(project, bytes, owner)
      const reply = {
        errors: plan.errors,
        ignoredColumns: plan.ignoredColumns,
        newTasks: plan.newTasks.map(({ title }) => title),
        ...previewTrials(project, plan),
      }
      if (plan.errors.length > 0) return { ...reply, added: 0, known: 0 }
      const added = mode === 'apply' ? await applyImport(id, plan, owner) : await countPlanned(project, plan)
      return { ...reply, added, known: plan.trials.length - added }
    },

    /** Returns an empty table with the project's tasks and candidates. Throws `notFound`. */
    writeTemplate: async (id: string, ownerId: OwnerId): Promise<TableFile> =>
      writeTrialTemplate(await projects.getAs(database.read, id, ownerId)),

    /** Removes a trial; adding it again with the same id restores it. Throws `notFound`, `conflict` after 定稿. */
    remove: (id: string, trialId: string, owner: Owner): Promise<void> =>
      database.write(async (transaction) => {
        const project = await projects.lockAs(transaction, id, owner.id)
        assertPrecondition(canChangeTrials(project.status))
        const removed = (await listTrials(transaction.db, id)).filter((trial) => trial.id === trialId)
        await assertMemberUnbiased(transaction.db, project, owner.id, listTried(removed))
        const isRemoved = await removeTrial(transaction.db, { projectId: id, id: trialId }, timestamp(clock))
        if (!isRemoved) throw notFound()
        await projects.record(transaction, id, { by: owner, act: 'trialRemoved', summary: '1次' })
      }),
  }
}

const listTried = (trials: readonly { candidate: string }[]): string[] => trials.map(({ candidate }) => candidate)

const toTrialRow = (
  { id, task, candidate, isPassed, seconds, cost, note, runner, runnerId }: RunTrial,
  { projectId, ordinal, createdAt }: Pick<TrialRow, 'projectId' | 'ordinal' | 'createdAt'>,
): TrialRow => ({
  id,
  projectId,
  ordinal,
  task,
  candidate,
  isPassed,
  seconds,
  cost,
  note,
  runner,
  runnerId,
  createdAt,
  removedAt: null,
})

/** Throws `invalid` with the path of every unknown task and candidate. */
function assertValidTrials({ tasks, setup }: Project, trials: readonly TrialCreate[]): void {
  const taskKeys = new Set(tasks.map((task) => task.key))
  const candidateKeys = new Set(setup.candidates.map((candidate) => candidate.key))
  const errors: FieldError[] = []
  for (const [index, { task, candidate }] of trials.entries()) {
    if (!taskKeys.has(task)) errors.push({ path: `trials.${index}.task`, message: MESSAGES.unknownTask })
    if (!candidateKeys.has(candidate))
      errors.push({ path: `trials.${index}.candidate`, message: MESSAGES.unknownCandidate })
  }
  if (errors.length > 0) throw invalidFields(errors)
}
