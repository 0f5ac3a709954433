import type { Connection } from '#contracts/agents/connection.ts'
import { MINUTE_MS } from '#contracts/durations.ts'
import type { Task } from '#contracts/evaluation-projects/task.ts'

type PlanInput = {
  tasks: readonly Task[]
  repeats: number
  connections: readonly PlannedConnection[]
}
type PlannedConnection = Pick<Connection, 'lastProbe' | 'maxConcurrency' | 'perMinute'>

/** Checks that take a person or a judge model. */
const UNDECIDED: ReadonlySet<string> = new Set(['rubric', 'human'])

/** Returns how much a run will ask, of whom, and what it may cost and take by the last question that each was asked. */
export function planRun({ tasks, repeats, connections }: PlanInput) {
  const asked = tasks.map((task) => ({
    trials: (1 + task.variants.length) * (task.repeats ?? repeats),
    turns: Math.max(task.turns.length, 1),
  }))
  const trials = asked.reduce((sum, task) => sum + task.trials, 0)
  const calls = asked.reduce((sum, task) => sum + task.trials * task.turns, 0)
  const costs = connections.map(({ lastProbe }) => lastProbe?.answer?.cost ?? null)
  return {
    trials: trials * connections.length,
    calls: calls * connections.length,
    /** `null` unless the cost of a call is known for every connection. */
    cost: costs.reduce<number | null>(
      (sum, cost) => (sum === null || cost === null ? null : sum + cost * calls),
      connections.length === 0 ? null : 0,
    ),
    /** All are asked at once; `null` unless the time of a call is known for every connection. */
    minutes: connections.reduce<number | null>(
      (longest, connection) => {
        const minutes = estimateMinutes(connection, calls)
        return longest === null || minutes === null ? null : Math.max(longest, minutes)
      },
      connections.length === 0 ? null : 0,
    ),
    /** Tasks that a person has to judge. */
    unscored: tasks.filter(({ checks }) => checks.length === 0 || checks.some(({ kind }) => UNDECIDED.has(kind)))
      .length,
  }
}

/** Returns how long the calls of a candidate take at least, as many at once and a minute as its connection allows. */
function estimateMinutes({ lastProbe, maxConcurrency, perMinute }: PlannedConnection, calls: number): number | null {
  if (!lastProbe?.answer) return null
  // As many calls as a minute may have aren't held back.
  return Math.max((calls * lastProbe.answer.totalMs) / maxConcurrency / MINUTE_MS, Math.ceil(calls / perMinute) - 1)
}

type Recipient = { key: string; name: string }

/** Returns to whom questions are sent, and where they are. */
export const describeRecipients = (
  candidates: readonly Recipient[],
  connections: readonly Pick<Connection, 'candidate' | 'url'>[],
): string =>
  candidates
    .map(({ key, name }) => {
      const { url = '' } = connections.find(({ candidate }) => candidate === key) ?? {}
      return `${name}（${URL.parse(url)?.host ?? url}）`
    })
    .join('、')
