/** The order in which a run asks: interleaved, so that a slow hour affects all candidates alike. */
import { createRandom } from './seeded-random.ts'

type PlannedTrial = { task: string; candidate: string; repeat: number; variant: number }

type RunPlan = {
  tasks: readonly { key: string; variants: number; repeats: number }[]
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
