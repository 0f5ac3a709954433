/**
 * What is written to the runs that are being asked. Every commit waits for the disk, so what happens to a run within a few
 * milliseconds, such as the answers that come in and the trials that are claimed in their place, is one transaction.
 */
import { setTimeout } from 'node:timers/promises'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { isOutage } from '#server/platform/outage-log.ts'
import { lockRun, type RunRow, updateRun } from './store.ts'

/** Changes of a run, whose JSON is a value as in a row that was read. */
type RunChanges = Partial<
  Pick<RunRow, 'calls' | 'cost' | 'status' | 'statusReason' | 'connectionsJson' | 'startedAt' | 'endsAt'>
>

/** A run that is locked until the transaction ends, and what the tasks of the transaction have made of it so far. */
export type LockedRun = {
  transaction: Transaction
  /** Returns the run with the changes until now. */
  read: () => RunRow
  /** Changes the run; it is written once, after the last task. */
  change: (changes: RunChanges) => void
  /** Records that a trial has an outcome now, and so the run may be over. */
  noteOutcome: () => void
}

type RunTask<Result> = (locked: LockedRun) => Promise<Result>

/** A task that waits: `run` returns how its result is acknowledged after the commit, and `miss` is called without a run. */
type Entry = {
  run: (locked: LockedRun) => Promise<Acknowledge>
  miss: Acknowledge
  reject: (error: unknown) => void
}
type Acknowledge = () => void

/**
 * How long a task waits for others that can share its transaction: `min`, which costs nothing as trials are claimed ahead, or
 * twice as long as the last commit took, so that a slow disk gets fewer and larger ones.
 */
const WINDOW_MS = { min: 30, max: 100 } as const
const getWindow = (commitMs: number): number => Math.min(Math.max(WINDOW_MS.min, 2 * commitMs), WINDOW_MS.max)

type Options = {
  database: Pick<Database, 'write'>
  /** Ends a run none of whose trials is open any more. */
  conclude: (transaction: Transaction, runId: string) => Promise<void>
  /** Called with the error of a transaction whose tasks are tried one by one, which may then succeed. */
  onFault: (error: unknown) => void
}

/** Creates the function that writes to runs. */
export function createRunWrites({ database, conclude, onFault }: Options) {
  const waiting = new Map<string, Entry[]>()
  /** How long the last commit took. */
  let commitMs = 0

  /** Runs tasks in the order in which they came. Returns how they are acknowledged. */
  async function runAll(transaction: Transaction, runId: string, entries: readonly Entry[]): Promise<Acknowledge[]> {
    const locked = await lockRun(transaction.db, runId)
    if (!locked) return entries.map(({ miss }) => miss)
    let changes: RunChanges = {}
    let hasOutcome = false
    const acknowledgements: Acknowledge[] = []
    for (const entry of entries) {
      const acknowledge = await entry.run({
        transaction,
        read: () => ({ ...locked, ...changes }),
        change: (more) => {
          changes = { ...changes, ...more }
        },
        noteOutcome: () => {
          hasOutcome = true
        },
      })
      acknowledgements.push(acknowledge)
    }
    const { connectionsJson, ...columns } = changes
    const stored = connectionsJson === undefined ? {} : { connectionsJson: JSON.stringify(connectionsJson) }
    if (Object.keys(changes).length > 0) await updateRun(transaction.db, runId, { ...columns, ...stored })
    if (hasOutcome) await conclude(transaction, runId)
    return acknowledgements
  }

  /** Runs tasks in one transaction, and measures how long its commit takes. */
  async function commit(runId: string, entries: readonly Entry[]): Promise<Acknowledge[]> {
    let writtenAt = 0
    const acknowledgements = await database.write(async (transaction) => {
      const written = await runAll(transaction, runId, entries)
      writtenAt = performance.now()
      return written
    })
    commitMs = performance.now() - writtenAt
    return acknowledgements
  }

  /** Commits tasks. If one of several fails by its own fault, the others aren't undone with it: each is tried alone. */
  async function commitAll(runId: string, entries: readonly Entry[]): Promise<void> {
    try {
      for (const acknowledge of await commit(runId, entries)) acknowledge()
    } catch (error) {
      if (entries.length === 1 || isOutage(error)) for (const entry of entries) entry.reject(error)
      else {
        onFault(error)
        for (const entry of entries) await commitAll(runId, [entry])
      }
    }
  }

  /** Commits what waits for a run, and what comes in meanwhile. */
  async function work(runId: string): Promise<void> {
    for (;;) {
      await setTimeout(getWindow(commitMs))
      const entries = waiting.get(runId) ?? []
      if (entries.length === 0) break
      waiting.set(runId, [])
      await commitAll(runId, entries)
    }
    waiting.delete(runId)
  }

  /**
   * Runs a task on a run that is locked. Returns its result once that is committed; `undefined` if the run was deleted. A
   * task may be run again, if the transaction that it shares with others fails: it must act by its transaction only.
   */
  return <Result>(runId: string, task: RunTask<Result>): Promise<Result | undefined> =>
    new Promise((resolve, reject) => {
      const entry: Entry = {
        async run(locked) {
          const result = await task(locked)
          return () => resolve(result)
        },
        miss: () => resolve(undefined),
        reject,
      }
      const entries = waiting.get(runId)
      if (entries) entries.push(entry)
      else {
        waiting.set(runId, [entry])
        void work(runId)
      }
    })
}
