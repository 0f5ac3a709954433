/**
 * Which tasks and candidates of two runs belong together. In one project, they have the same keys. In two projects, tasks
 * were copied from the same task of a question bank, and candidates are the same product, or have the same name.
 */
import type { ProjectCandidate } from '#contracts/evaluation-projects/project.ts'
import type { Task } from '#contracts/evaluation-projects/task.ts'
import { toCanonicalJson } from '#contracts/rules/evaluation/canonical-json.ts'
import { foldName } from '#contracts/rules/names.ts'
import type { RunPlan } from './plan.ts'

type Candidate = RunPlan['candidates'][number]

/** What is paired of a run; `candidates` are those of its project now, which say which products they are. */
export type PairedRun = {
  projectId: string
  plan: Pick<RunPlan, 'tasks' | 'candidates'>
  candidates: readonly ProjectCandidate[]
}
export type Pair<Item> = { earlier: Item; later: Item }

type TaskPairs = { same: Pair<Task>[]; changed: Task[]; others: number }

/** What is asked and by what it is judged: neither weight, tags, nor how often. */
const toContent = ({ title, acceptance, turns, variables, expected, checks, threshold, variants }: Task) =>
  toCanonicalJson({ title, acceptance, turns, variables, expected, checks, threshold, variants })

/** Returns by what a task is recognized in another run; `undefined` if it can't be. */
const identifyTask = ({ key, origin }: Task, isOneProject: boolean): string | undefined =>
  isOneProject ? key : origin ? `${origin.bank} ${origin.task}` : undefined

/** Returns the tasks that are the same in both runs, those of the later one that were changed, and how many are in one alone. */
export function pairTasks({ earlier, later }: Pair<Pick<PairedRun, 'projectId' | 'plan'>>): TaskPairs {
  const isOneProject = earlier.projectId === later.projectId
  const known = Map.groupBy(earlier.plan.tasks, (task) => identifyTask(task, isOneProject))
  known.delete(undefined)
  const same: Pair<Task>[] = []
  const changed: Task[] = []
  for (const task of later.plan.tasks) {
    const alike = known.get(identifyTask(task, isOneProject)) ?? []
    const content = toContent(task)
    const unchanged = alike.find((item) => toContent(item) === content)
    if (unchanged) same.push({ earlier: unchanged, later: task })
    else if (alike.length > 0) changed.push(task)
  }
  const paired = same.length + changed.length
  return { same, changed, others: earlier.plan.tasks.length + later.plan.tasks.length - 2 * paired }
}

/** Returns the candidates of both runs. */
export function pairCandidates({ earlier, later }: Pair<PairedRun>): Pair<Candidate>[] {
  const isSame =
    earlier.projectId === later.projectId
      ? (was: Candidate, is: Candidate) => was.key === is.key
      : (was: Candidate, is: Candidate) => hasSameProduct(describe(earlier, was), describe(later, is))
  return later.plan.candidates.flatMap((candidate) => {
    const match = earlier.plan.candidates.find((item) => isSame(item, candidate))
    return match ? [{ earlier: match, later: candidate }] : []
  })
}

type Described = { name: string; product: string | undefined }

function describe({ candidates }: PairedRun, { key, name }: Candidate): Described {
  const { productId = null, catalogue = null } = candidates.find((candidate) => candidate.key === key) ?? {}
  return { name: foldName(name), product: productId === null ? undefined : `${catalogue} ${productId}` }
}

/** One that was typed by hand is recognized by its name. */
const hasSameProduct = (a: Described, b: Described): boolean =>
  a.product !== undefined && b.product !== undefined ? a.product === b.product : a.name === b.name
