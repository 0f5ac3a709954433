/** Which replies to the same question are read side by side. */
import { drawByText } from './seeded-random.ts'

export type ComparableTrial = { position: number; task: string; candidate: string; repeat: number; variant: number }
export type PlannedPair = { position: number; otherPosition: number }

type Option = PlannedPair & { task: string; candidates: string; place: number }

/** Lists all pairs of replies of two candidates to the same question: task, wording and repeat. */
function listOptions(trials: readonly ComparableTrial[], seed: number): Option[] {
  const questions = Map.groupBy(trials, ({ task, variant, repeat }) => JSON.stringify([task, variant, repeat]))
  return [...questions.values()].flatMap((replies) => {
    const sorted = replies.toSorted((a, b) => (a.candidate < b.candidate ? -1 : 1))
    return sorted.flatMap((first, index) =>
      sorted.slice(index + 1).map((second) => ({
        position: first.position,
        otherPosition: second.position,
        task: first.task,
        candidates: JSON.stringify([first.candidate, second.candidate]),
        place: drawByText(`${seed} pair ${first.position} ${second.position}`),
      })),
    )
  })
}

/** Returns how many pairs there are. */
export function countPairs(trials: readonly ComparableTrial[]): number {
  const sizes = new Map<string, number>()
  for (const { task, variant, repeat } of trials) {
    const question = JSON.stringify([task, variant, repeat])
    sizes.set(question, (sizes.get(question) ?? 0) + 1)
  }
  return [...sizes.values()].reduce((sum, size) => sum + (size * (size - 1)) / 2, 0)
}

/** The replies of two candidates to one task that can still be compared, and how many have been. */
type TaskQueue = { task: string; used: number; options: Option[] }
/** The same for all tasks of two candidates. */
type Matchup = { used: number; place: number; queues: TaskQueue[] }

/**
 * Returns `count` pairs, or all if there are fewer: next is always one of the two candidates that were compared least,
 * over the task with which they, and then all, were compared least; the seed decides among equals. `taken` pairs, which
 * have been read, are the first of them.
 */
export function planPairs(
  trials: readonly ComparableTrial[],
  { count, seed, taken }: { count: number; seed: number; taken: readonly PlannedPair[] },
): PlannedPair[] {
  const takenKeys = new Set(taken.map(toKey))
  const usedByTask = new Map<string, number>()
  const use = (task: string) => usedByTask.set(task, (usedByTask.get(task) ?? 0) + 1)
  const matchups = [...Map.groupBy(listOptions(trials, seed), ({ candidates }) => candidates)].map(
    ([candidates, options]): Matchup => {
      const isTaken = (option: Option) => takenKeys.has(toKey(option))
      const queues = [...Map.groupBy(options, ({ task }) => task)].map(([task, own]) => ({
        task,
        used: own.filter(isTaken).length,
        options: own.filter((option) => !isTaken(option)).toSorted((a, b) => a.place - b.place),
      }))
      for (const { task } of options.filter(isTaken)) use(task)
      const used = queues.reduce((sum, queue) => sum + queue.used, 0)
      return { used, place: drawByText(`${seed} match ${candidates}`), queues }
    },
  )
  const planned = [...taken]
  while (planned.length < count) {
    const matchup = findLeast(matchups, ({ used, place, queues }) =>
      queues.some(({ options }) => options.length > 0) ? [used, place] : null,
    )
    const queue = findLeast(matchup?.queues ?? [], ({ task, used, options: [first] }) =>
      first ? [used, usedByTask.get(task) ?? 0, first.place] : null,
    )
    const next = queue?.options.shift()
    if (!matchup || !queue || !next) break
    matchup.used += 1
    queue.used += 1
    use(next.task)
    planned.push({ position: next.position, otherPosition: next.otherPosition })
  }
  return planned
}

const toKey = ({ position, otherPosition }: PlannedPair): string => `${position} ${otherPosition}`

/** Returns the item with the least rank, compared number by number; those without one are left out. */
function findLeast<Item>(items: readonly Item[], toRank: (item: Item) => readonly number[] | null): Item | undefined {
  let least: { item: Item; rank: readonly number[] } | undefined
  for (const item of items) {
    const rank = toRank(item)
    if (rank && (!least || isLess(rank, least.rank))) least = { item, rank }
  }
  return least?.item
}

function isLess(a: readonly number[], b: readonly number[]): boolean {
  const index = a.findIndex((value, place) => value !== b[place])
  return index !== -1 && (a[index] ?? 0) < (b[index] ?? 0)
}
