/** Compares two runs of a project: tasks that are the same in both, task by task. */

import type { Task } from '#contracts/evaluation-projects/task.ts'
import type { RunComparison } from '#contracts/evaluation-runs/comparison.ts'
import { toCanonicalJson } from '#contracts/rules/evaluation/canonical-json.ts'
import {
  comparePairedTasks,
  getTaskChange,
  type PairedTask,
  type TaskTally,
} from '#contracts/rules/evaluation/paired-tasks.ts'
import type { EvaluationAnalysisService } from '#server/modules/evaluation-analysis/service.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { identifyModel } from './model-identity.ts'
import type { PlanReader, RunPlan } from './plan.ts'
import { listVerdictRows, type RunRow } from './store.ts'

type Dependencies = {
  db: Queryable
  readPlan: PlanReader
  analysis: Pick<EvaluationAnalysisService, 'summarizeTrials'>
}
type Verdict = Awaited<ReturnType<typeof listVerdictRows>>[number]
type Side = { run: RunRow; plan: RunPlan; verdicts: readonly Verdict[] }

/** Returns what changed from the earlier of two runs to the later one, for each candidate of both. */
export async function compareRuns(
  runs: readonly [RunRow, RunRow],
  { db, readPlan, analysis }: Dependencies,
): Promise<RunComparison> {
  const load = async (run: RunRow): Promise<Side> => ({
    run,
    plan: await readPlan(run.id),
    verdicts: await listVerdictRows(db, run.id),
  })
  const [earlier, later] = await Promise.all([load(findEarlier(runs)), load(findLater(runs))])
  const earlierTasks = new Map(earlier.plan.tasks.map((task) => [task.key, task]))
  const common = later.plan.tasks.filter(({ key }) => earlierTasks.has(key))
  const same = common.filter((task) => hasSameContent(task, earlierTasks.get(task.key)))
  const candidates = later.plan.candidates.filter(({ key }) => earlier.plan.candidates.some((item) => item.key === key))
  return {
    earlier: pickRun(earlier.run),
    later: pickRun(later.run),
    changedTasks: common.filter((task) => !same.includes(task)).map(({ title }) => title),
    otherTasks: earlier.plan.tasks.length + later.plan.tasks.length - 2 * common.length,
    candidates: await Promise.all(
      candidates.map(async (candidate) => ({
        ...candidate,
        earlier: await describeSide(db, earlier.run.id, candidate.key),
        later: await describeSide(db, later.run.id, candidate.key),
        ...(await compareCandidate(candidate.key, { earlier, later, tasks: same }, analysis)),
      })),
    ),
  }
}

const isFirst = ([first, second]: readonly [RunRow, RunRow]) => first.startedAt <= second.startedAt
const findEarlier = (runs: readonly [RunRow, RunRow]): RunRow => (isFirst(runs) ? runs[0] : runs[1])
const findLater = (runs: readonly [RunRow, RunRow]): RunRow => (isFirst(runs) ? runs[1] : runs[0])

const pickRun = ({ id, title, startedAt }: RunRow) => ({ id, title, startedAt })

/** What is asked and by what it is judged: neither weight, tags, nor how often. */
const toContent = ({ title, acceptance, turns, variables, expected, checks, threshold, variants }: Task) =>
  toCanonicalJson({ title, acceptance, turns, variables, expected, checks, threshold, variants })
const hasSameContent = (task: Task, other: Task | undefined): boolean =>
  other !== undefined && toContent(task) === toContent(other)

async function describeSide(db: Queryable, runId: string, candidate: string) {
  const { host, model } = await identifyModel(db, runId, candidate)
  return { host, model }
}

type Compared = { earlier: Side; later: Side; tasks: readonly Task[] }

async function compareCandidate(
  candidate: string,
  { earlier, later, tasks }: Compared,
  analysis: Dependencies['analysis'],
) {
  const before = tally(earlier.verdicts, candidate)
  const after = tally(later.verdicts, candidate)
  const pairs = tasks.flatMap(({ key: task }): PairedTask[] => {
    const [was, is] = [before.get(task), after.get(task)]
    return was && is ? [{ task, earlier: was, later: is }] : []
  })
  const { same: _same, ...difference } = comparePairedTasks(pairs)
  const titles = new Map(tasks.map(({ key, title }) => [key, title]))
  return {
    compared: pairs.length,
    undecided: tasks.length - pairs.length,
    ...difference,
    interval: difference.interval ?? (await bootstrap(pairs, later.run, analysis)),
    hasOtherDeciders: listDeciders(earlier.verdicts, candidate) !== listDeciders(later.verdicts, candidate),
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
