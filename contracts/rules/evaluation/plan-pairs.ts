/** Which replies to the same question are read side by side. */
import { drawByText } from './seeded-random.ts'

export type ComparableTrial = { position: number; task: string; candidate: string; repeat: number; variant: number }
export type PlannedPair = { position: number; otherPosition: number }

/** The positions of the replies to one question (a task in one wording and repeat), by candidate. */
type Question = ReadonlyMap<string, number>

/** Returns the questions of each task. */
function groupQuestions(trials: readonly ComparableTrial[]): ReadonlyMap<string, Question[]> {
  const questions = Map.groupBy(trials, ({ task, variant, repeat }) => JSON.stringify([task, variant, repeat]))
  const tasks = new Map<string, Question[]>()
  for (const replies of questions.values()) {
    const [{ task } = { task: '' }] = replies
    const question = new Map(replies.map(({ candidate, position }) => [candidate, position]))
    tasks.set(task, [...(tasks.get(task) ?? []), question])
  }
  return tasks
}

/** Returns how many pairs there are. */
export const countPairs = (trials: readonly ComparableTrial[]): number =>
  [...groupQuestions(trials).values()].flat().reduce((sum, { size }) => sum + (size * (size - 1)) / 2, 0)

/** The replies of two candidates to one task that can still be compared, and how many have been. */
type TaskQueue = { task: string; used: number; place: number; options: PlannedPair[] }
/** The same for all tasks of two candidates; `queues` are made when they are first needed, since there are many. */
type Matchup = { candidates: readonly [string, string]; used: number; place: number; queues: TaskQueue[] | undefined }

const toKey = ({ position, otherPosition }: PlannedPair): string => `${position} ${otherPosition}`

/**
 * Returns `count` pairs, or all if there are fewer: next is always one of the two candidates that were compared least,
 * over the task with which they, and then all, were compared least; the seed decides among equals. `taken` pairs, which
 * have been read, are the first of them.
 */
export function planPairs(
  trials: readonly ComparableTrial[],
  { count, seed, taken }: { count: number; seed: number; taken: readonly PlannedPair[] },
): PlannedPair[] {
  const planned = [...taken]
  if (planned.length >= count) return planned
  const tasks = groupQuestions(trials)
  const places = new Map([...tasks.keys()].map((task) => [task, drawByText(`${seed} task ${task}`)]))
  const usedByTask = new Map<string, number>()
  const use = (task: string) => usedByTask.set(task, (usedByTask.get(task) ?? 0) + 1)
  const matchups = createMatchups(trials, seed)
  countTaken(taken, { trials, matchups, use })
  const takenKeys = new Set(taken.map(toKey))
  while (planned.length < count) {
    const matchup = findLeast(matchups, ({ used, place, queues }) =>
      queues?.every(({ options }) => options.length === 0) ? null : [used, place],
    )
    if (!matchup) break
    matchup.queues ??= createQueues(matchup, { tasks, places, takenKeys })
    const queue = findLeast(matchup.queues, ({ task, used, place, options }) =>
      options.length === 0 ? null : [used, usedByTask.get(task) ?? 0, place],
    )
    const next = queue && takeOption(queue, seed)
    if (!queue || !next) continue
    matchup.used += 1
    queue.used += 1
    use(queue.task)
    planned.push(next)
  }
  return planned
}

/** Every two of the candidates, in the order of the seed. */
function createMatchups(trials: readonly ComparableTrial[], seed: number): Matchup[] {
  const candidates = [...new Set(trials.map(({ candidate }) => candidate))].sort()
  return candidates.flatMap((first, index) =>
    candidates.slice(index + 1).map((second) => {
      const place = drawByText(`${seed} match ${first} ${second}`)
      return { candidates: [first, second] as const, used: 0, place, queues: undefined }
    }),
  )
}

type TakenContext = { trials: readonly ComparableTrial[]; matchups: readonly Matchup[]; use: (task: string) => void }

/** Counts the pairs that have been read. */
function countTaken(taken: readonly PlannedPair[], { trials, matchups, use }: TakenContext): void {
  const known = new Map(trials.map((trial) => [trial.position, trial]))
  for (const { position, otherPosition } of taken) {
    const [first, second] = [known.get(position), known.get(otherPosition)]
    const matchup = matchups.find(
      ({ candidates }) => candidates[0] === first?.candidate && candidates[1] === second?.candidate,
    )
    if (!first || !matchup) continue
    matchup.used += 1
    use(first.task)
  }
}

type QueueContext = {
  tasks: ReadonlyMap<string, readonly Question[]>
  places: ReadonlyMap<string, number>
  takenKeys: ReadonlySet<string>
}

/** The comparisons of two candidates, by task; the tasks in another order for every two. */
const createQueues = ({ candidates: [first, second], place }: Matchup, context: QueueContext): TaskQueue[] =>
  [...context.tasks].map(([task, questions]) => {
    const pairs = questions.flatMap((question) => {
      const [position, otherPosition] = [question.get(first), question.get(second)]
      return position === undefined || otherPosition === undefined ? [] : { position, otherPosition }
    })
    const options = pairs.filter((pair) => !context.takenKeys.has(toKey(pair)))
    return {
      task,
      used: pairs.length - options.length,
      place: ((context.places.get(task) ?? 0) + place) % 1,
      options,
    }
  })

/** Takes one of the comparisons that are left, by the seed. */
function takeOption({ options }: TaskQueue, seed: number): PlannedPair | undefined {
  const [first] = options
  if (!first) return undefined
  // Drawn only for what is taken: there may be hundreds of thousands of comparisons.
  const index = Math.floor(drawByText(`${seed} pair ${toKey(first)} ${options.length}`) * options.length)
  const [taken] = options.splice(index, 1)
  return taken
}

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
