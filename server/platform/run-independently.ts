import { isOutage } from './outage-log.ts'

/**
 * Runs tasks one after another; a failed task doesn't stop the others, except in an outage, in which all would fail.
 * Then throws the error of the failed task, or an `AggregateError` of several.
 */
export async function runIndependently(tasks: Iterable<() => Promise<unknown>>): Promise<void> {
  const errors: unknown[] = []
  for (const task of tasks) {
    try {
      await task()
    } catch (error) {
      if (isOutage(error)) throw error
      errors.push(error)
    }
  }
  if (errors.length === 1) throw errors[0]
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} tasks failed`)
}
