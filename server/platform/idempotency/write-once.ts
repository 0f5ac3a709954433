import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database, Transaction } from '../database/database.ts'

export type Act<Result> = (transaction: Transaction) => Promise<Result>

/** Runs an act unless the same request did so before, and returns the result of whichever ran. */
type RunOnce = <Result>(transaction: Transaction, act: Act<Result>, part: string) => Promise<Result>

/** How the acts of a request are run. `parts` are the names of its parts. */
type Scope = { runOnce: RunOnce; parts: Set<string>; part: string }

const scopes = new AsyncLocalStorage<Scope>()

/** Runs the handling of a request that has an idempotency key. Adds the parts that it runs to `parts`. */
export const runWithKey = <Result>(
  { runOnce, parts }: Pick<Scope, 'runOnce' | 'parts'>,
  task: () => Promise<Result>,
): Promise<Result> => scopes.run({ runOnce, parts, part: '' }, task)

/** Runs one of the parts of a request, whose act is remembered for itself. */
export function runPart<Result>(part: string, task: () => Promise<Result>): Promise<Result> {
  const scope = scopes.getStore()
  if (!scope) return task()
  scope.parts.add(part)
  return scopes.run({ runOnce: scope.runOnce, parts: scope.parts, part }, task)
}

/**
 * Runs an act in a transaction like `database.write`. If the current request has an idempotency key, the result is
 * remembered in the same transaction, and a repeated request gets it without running the act. A request has one such
 * act, whose result is JSON and the result of the route's handler; or several, each run with `runPart`.
 */
export function writeOnce<Result>(database: Pick<Database, 'write'>, act: Act<Result>): Promise<Result> {
  const scope = scopes.getStore()
  return database.write((transaction) => (scope ? scope.runOnce(transaction, act, scope.part) : act(transaction)))
}
