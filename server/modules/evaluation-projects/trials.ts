/** Tests of a project: the list of tasks, and trials as they are entered one by one. */
import { PROJECT_MESSAGES as TEXTS } from '#contracts/evaluation-projects/messages.ts'
import type { ProjectSetup } from '#contracts/evaluation-projects/project.ts'
import type { NewTrial, Task, TrialCreate } from '#contracts/evaluation-projects/trial.ts'
import { EVALUATION_ANALYSIS } from '#contracts/limits.ts'
import { conflict, invalid, notFound } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Write } from '#server/platform/database/database.ts'
import type { TableFile } from '#server/platform/tables/table.ts'
import { canChangeTests } from './policy.ts'
import { assertStatus, type OwnerId, type Projects, type VersionedProject } from './projects.ts'
import { deleteTrial, insertTrials, listTrials } from './store.ts'
import { planTrialImport, type RowError, writeTrialTemplate } from './trial-import.ts'
import type { Project } from './view.ts'

export type Trials = ReturnType<typeof createTrials>

type Dependencies = { database: Database; clock: Clock; projects: Projects }

export function createTrials({ database, clock, projects }: Dependencies) {
  /**
   * Adds trials to a project that the caller has locked; those that are there already, by their ids, are left as they
   * are. Returns how many came. Throws `conflict` after 定稿 and above the limit, `invalid` for an unknown task or
   * candidate.
   */
  async function add({ tx }: Write, project: Project, trials: readonly NewTrial[]): Promise<{ added: number }> {
    assertStatus(canChangeTests(project.status))
    assertTrials(project, trials)
    const existing = await listTrials(tx, project.id)
    const known = new Set(existing.map((trial) => trial.id))
    const added = [...new Map(trials.map((trial) => [trial.id, trial])).values()].filter(({ id }) => !known.has(id))
    if (existing.length + added.length > EVALUATION_ANALYSIS.trials)
      throw conflict(TEXTS.trialsMax(EVALUATION_ANALYSIS.trials))
    const next = (existing.at(-1)?.ordinal ?? 0) + 1
    const createdAt = timestamp(clock)
    const rows = added.map((trial, index) => ({ ...trial, projectId: project.id, ordinal: next + index, createdAt }))
    if (rows.length > 0) await insertTrials(tx, rows)
    return { added: rows.length }
  }

  return {
    add,

    /** Adds the owner's trials. Throws `notFound`, and what `add` throws. */
    addOwned: (id: string, ownerId: OwnerId, trials: readonly NewTrial[]): Promise<{ added: number }> =>
      database.write(async (write) => add(write, await projects.lockOwned(write, id, ownerId), trials)),

    /** Saves the list of tasks. Throws `conflict` if one with trials is left out, or after 定稿. */
    saveTasks: (id: string, ownerId: OwnerId, ifMatch: string | undefined, tasks: Task[]): Promise<VersionedProject> =>
      projects.change(id, ownerId, ifMatch, async ({ status, setup }, { tx }) => {
        assertStatus(canChangeTests(status))
        assertTasks(tasks, listCriterionKeys(setup))
        const keys = new Set(tasks.map((task) => task.key))
        if ((await listTrials(tx, id)).some((trial) => !keys.has(trial.task))) throw conflict(TEXTS.taskInUse)
        return { tasks }
      }),

    /**
     * Adds the trials of a table, with the tasks that are new. With a single wrong row nothing is added, and every wrong
     * one is named. Throws as `planTrialImport` and `add`.
     */
    async import(id: string, ownerId: OwnerId, bytes: Buffer): Promise<{ added: number; errors: RowError[] }> {
      // The file is read before the project is locked; a task that is added meanwhile makes a key stand twice.
      const plan = await planTrialImport(await projects.requireOwned(database.read, id, ownerId), bytes)
      if (plan.errors.length > 0) return { added: 0, errors: plan.errors }
      return database.write(async (write) => {
        const project = await projects.lockOwned(write, id, ownerId)
        const tasks = [...project.tasks, ...plan.newTasks]
        assertStatus(canChangeTests(project.status))
        assertTasks(tasks, listCriterionKeys(project.setup))
        if (plan.newTasks.length > 0) await projects.save(write, project, { tasks })
        return { ...(await add(write, { ...project, tasks }, plan.trials)), errors: [] }
      })
    },

    /** Returns an empty table for the project's tasks and candidates. Throws `notFound`. */
    template: async (id: string, ownerId: OwnerId): Promise<TableFile> =>
      writeTrialTemplate(await projects.requireOwned(database.read, id, ownerId)),

    remove: (id: string, trialId: string, ownerId: OwnerId): Promise<void> =>
      database.write(async (write) => {
        const { status } = await projects.lockOwned(write, id, ownerId)
        assertStatus(canChangeTests(status))
        if (!(await deleteTrial(write.tx, id, trialId))) throw notFound()
      }),
  }
}

const listCriterionKeys = ({ groups }: ProjectSetup): ReadonlySet<string> =>
  new Set(groups.flatMap((group) => group.criteria.map(({ key }) => key)))

/** Throws `invalid`, at its place, for a key that stands twice and a criterion that the project doesn't have. */
function assertTasks(tasks: readonly Task[], criteria: ReadonlySet<string>): void {
  const seen = new Set<string>()
  const errors = tasks.flatMap(({ key, criterion }, index) => {
    const isRepeated = seen.has(key)
    seen.add(key)
    return [
      ...(isRepeated ? [{ path: `tasks.${index}.key`, message: TEXTS.duplicateTask }] : []),
      ...(criterion === null || criteria.has(criterion)
        ? []
        : [{ path: `tasks.${index}.criterion`, message: TEXTS.unknownCriterion }]),
    ]
  })
  if (errors.length > 0) throw invalid(errors[0]?.message, errors)
}

/** Throws `invalid`, at its place, for a trial of a task or candidate that the project doesn't have. */
function assertTrials({ tasks, setup }: Project, trials: readonly TrialCreate[]): void {
  const taskKeys = new Set(tasks.map((task) => task.key))
  const candidateKeys = new Set(setup.candidates.map((candidate) => candidate.key))
  const errors = trials.flatMap(({ task, candidate }, index) => [
    ...(taskKeys.has(task) ? [] : [{ path: `trials.${index}.task`, message: TEXTS.unknownTask }]),
    ...(candidateKeys.has(candidate) ? [] : [{ path: `trials.${index}.candidate`, message: TEXTS.unknownCandidate }]),
  ])
  if (errors.length > 0) throw invalid(errors[0]?.message, errors)
}
