/** Compares two runs of a member's projects: tasks that are the same in both, task by task. */

import type { ProjectView } from '#contracts/evaluation-projects/project-view.ts'
import type { Task } from '#contracts/evaluation-projects/task.ts'
import type { ComparableRun, RunComparison } from '#contracts/evaluation-runs/comparison.ts'
import { RUNS } from '#contracts/limits.ts'
import {
  comparePairedTasks,
  getTaskChange,
  type PairedTask,
  type TaskTally,
} from '#contracts/rules/evaluation/paired-tasks.ts'
import type { EvaluationAnalysisService } from '#server/modules/evaluation-analysis/service.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { eachInTurns } from '#server/platform/event-loop.ts'
import { identifyModel } from './model-identity.ts'
import { type Pair, type PairedRun, pairCandidates, pairTasks } from './pair-runs.ts'
import { type PlanReader, RunPlanSchema } from './plan.ts'
import { findPlan, listEndedRuns, type RunRow } from './store.ts'
import { listVerdictRows } from './trials/store.ts'

type Dependencies = {
  db: Queryable
  readPlan: PlanReader
  analysis: Pick<EvaluationAnalysisService, 'summarizeTrials'>
}
type Project = Pick<ProjectView, 'id' | 'name' | 'setup'>
/** A run with its project, which its owner may see. */
export type ComparedRun = { run: RunRow; project: Project }
type Verdict = Awaited<ReturnType<typeof listVerdictRows>>[number]
type Side = ComparedRun & PairedRun & { verdicts: readonly Verdict[] }

/** Returns what changed from the earlier of two runs to the later one, for each candidate of both. */
export async function compareRuns(
  runs: readonly [ComparedRun, ComparedRun],
  { db, readPlan, analysis }: Dependencies,
): Promise<RunComparison> {
  const load = async ({ run, project }: ComparedRun): Promise<Side> => ({
    run,
    project,
    projectId: project.id,
    plan: await readPlan(run.id),
    candidates: project.setup.candidates,
    verdicts: await listVerdictRows(db, run.id),
  })
  const [earlier, later] = await Promise.all([load(findEarlier(runs)), load(findLater(runs))])
  const tasks = pairTasks({ earlier, later })
  return {
    earlier: pickRun(earlier),
    later: pickRun(later),
    changedTasks: tasks.changed.map(({ title }) => title),
    otherTasks: tasks.others,
    candidates: await Promise.all(
      pairCandidates({ earlier, later }).map(async (candidate) => ({
        ...candidate.later,
        earlier: await describeSide(db, earlier, candidate.earlier),
        later: await describeSide(db, later, candidate.later),
        ...(await compareCandidate(candidate, { earlier, later, tasks: tasks.same }, analysis)),
      })),
    ),
  }
}

/**
 * Lists the ended runs of other projects, newest first, that have a candidate and an unchanged task of a question bank in
 * common with a run; among the newest `RUNS.comparable`.
 */
export async function listComparableRuns(
  { run, project }: ComparedRun,
  others: readonly string[],
  {
    db,
    readPlan,
    getProject,
  }: Pick<Dependencies, 'db' | 'readPlan'> & { getProject: (id: string) => Promise<Project> },
): Promise<ComparableRun[]> {
  const plan = await readPlan(run.id)
  if (plan.tasks.every(({ origin }) => origin === null)) return []
  const later = { projectId: project.id, plan, candidates: project.setup.candidates }
  const comparable: ComparableRun[] = []
  for await (const other of eachInTurns(await listEndedRuns(db, others, RUNS.comparable))) {
    // Plans are large, and those of other projects aren't read again.
    const otherPlan = RunPlanSchema.parse(await findPlan(db, other.id))
    const earlier = { projectId: other.projectId, plan: otherPlan }
    const tasks = pairTasks({ earlier, later }).same.length
    if (tasks === 0) continue
    const { id, name, setup } = await getProject(other.projectId)
    if (pairCandidates({ earlier: { ...earlier, candidates: setup.candidates }, later }).length === 0) continue
    comparable.push({ id: other.id, title: other.title, startedAt: other.startedAt, project: { id, name }, tasks })
  }
  return comparable
}

const isFirst = ([first, second]: readonly [ComparedRun, ComparedRun]) => first.run.startedAt <= second.run.startedAt
const findEarlier = (runs: readonly [ComparedRun, ComparedRun]): ComparedRun => (isFirst(runs) ? runs[0] : runs[1])
const findLater = (runs: readonly [ComparedRun, ComparedRun]): ComparedRun => (isFirst(runs) ? runs[1] : runs[0])

const pickRun = ({ run: { id, title, startedAt }, project }: ComparedRun) => ({
  id,
  title,
  startedAt,
  project: { id: project.id, name: project.name },
})

async function describeSide(db: Queryable, { run }: ComparedRun, { key, name }: { key: string; name: string }) {
  const { host, model } = await identifyModel(db, run.id, key)
  return { name, host, model }
}

type Compared = Pair<Side> & { tasks: readonly Pair<Task>[] }

async function compareCandidate(
  candidate: Pair<{ key: string }>,
  { earlier, later, tasks }: Compared,
  analysis: Dependencies['analysis'],
) {
  const before = tally(earlier.verdicts, candidate.earlier.key)
  const after = tally(later.verdicts, candidate.later.key)
  const pairs = tasks.flatMap((task): PairedTask[] => {
    const [was, is] = [before.get(task.earlier.key), after.get(task.later.key)]
    return was && is ? [{ task: task.later.key, earlier: was, later: is }] : []
  })
  const { same: _same, ...difference } = comparePairedTasks(pairs)
  const titles = new Map(tasks.map((task) => [task.later.key, task.later.title]))
  const deciders = [
    listDeciders(earlier.verdicts, candidate.earlier.key),
    listDeciders(later.verdicts, candidate.later.key),
  ]
  return {
    compared: pairs.length,
    undecided: tasks.length - pairs.length,
    ...difference,
    interval: difference.interval ?? (await bootstrap(pairs, later.run, analysis)),
    hasOtherDeciders: deciders[0] !== deciders[1],
    changes: pairs.flatMap((pair) => {
      const change = getTaskChange(pair)
      return change === 'same' ? [] : [{ ...pair, title: titles.get(pair.task) ?? pair.task, change }]
    }),
  }
}

/** Counts a candidate's passed and decided trials by task. */
function tally(verdicts: readonly Verdict[], candidate: string): ReadonlyMap<string, TaskTally> {
  const own = verdicts.filter((verdict) => verdict.candidate === candidate)
  return new Map(
    [...Map.groupBy(own, ({ task }) => task)].map(([task, trials]) => [
      task,
      { passed: trials.filter(({ outcome }) => outcome === 'passed').length, decided: trials.length },
    ]),
  )
}

const listDeciders = (verdicts: readonly Verdict[], candidate: string): string =>
  [...new Set(verdicts.filter((verdict) => verdict.candidate === candidate).map(({ decidedBy }) => decidedBy))]
    .toSorted()
    .join()

/** Returns the interval of the mean change of the rates by resampling tasks; `null` with fewer than two. */
async function bootstrap(
  pairs: readonly PairedTask[],
  { projectId }: RunRow,
  analysis: Dependencies['analysis'],
): Promise<[number, number] | null> {
  if (pairs.length < 2) return null
  const toTrials = (candidate: string, task: string, { passed, decided }: TaskTally) =>
    Array.from({ length: decided }, (_, index) => ({ task, candidate, isPassed: index < passed }))
  const trials = pairs.flatMap(({ task, earlier, later }) => [
    ...toTrials('later', task, later),
    ...toTrials('earlier', task, earlier),
  ])
  const { differences } = await analysis.summarizeTrials({ trials, seed: 1 }, { project: projectId })
  return differences[0]?.interval ?? null
}
