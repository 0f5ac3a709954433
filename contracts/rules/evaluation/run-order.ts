/** The order in which a run asks: interleaved, so that a slow hour affects all candidates alike. */
import { createRandom } from './seeded-random.ts'

type PlannedTrial = { task: string; candidate: string; repeat: number; variant: number }

type AskedTask = { key: string; variants: number; repeats: number }

type RunPlan = {
  tasks: readonly AskedTask[]
  candidates: readonly string[]
  seed: number
}

/**
 * Returns the trials of a run in order: in each round every question once, in an order by the seed, and each question to
 * all candidates in turn, in another order each time. A question is a task in one of its wordings; 0 is the original.
 */
export function planTrials({ tasks, candidates, seed }: RunPlan): PlannedTrial[] {
  const random = createRandom(seed)
  const rounds = Math.max(0, ...tasks.map(({ repeats }) => repeats))
  const questions = tasks.flatMap((task) =>
    Array.from({ length: 1 + task.variants }, (_item, variant) => ({ ...task, variant })),
  )
  return Array.from({ length: rounds }, (_item, index) => index + 1).flatMap((repeat) =>
    shuffle(
      questions.filter(({ repeats }) => repeat <= repeats),
      random,
    ).flatMap(({ key, variant }) =>
      shuffle(candidates, random).map((candidate) => ({ task: key, candidate, repeat, variant })),
    ),
  )
}

/** Returns the trials by which each task is asked `more` times more often than planned, in the order of later rounds. */
export function planMoreTrials({ tasks, ...plan }: RunPlan, more: number): PlannedTrial[] {
  const asked = new Map(tasks.map(({ key, repeats }) => [key, repeats]))
  const extended = tasks.map((task) => ({ ...task, repeats: task.repeats + more }))
  return planTrials({ ...plan, tasks: extended }).filter(({ task, repeat }) => repeat > (asked.get(task) ?? 0))
}

/** Returns how many trials each further repeat of all tasks has. */
export const countTrialsOfRepeat = ({ tasks, candidates }: Pick<RunPlan, 'tasks' | 'candidates'>): number =>
  candidates.length * tasks.reduce((sum, { variants }) => sum + 1 + variants, 0)

/** Returns how many trials a plan has, without making them. */
export const countPlannedTrials = ({ tasks, candidates }: Pick<RunPlan, 'tasks' | 'candidates'>): number =>
  candidates.length * tasks.reduce((sum, { variants, repeats }) => sum + (1 + variants) * repeats, 0)

/** Fisher and Yates. */
function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  const shuffled = [...items]
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    const [a, b] = [shuffled[last], shuffled[other]]
    if (a === undefined || b === undefined) continue
    shuffled[last] = b
    shuffled[other] = a
  }
  return shuffled
}
