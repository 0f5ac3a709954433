import type { FieldError } from '#contracts/errors.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { parsePath, valueAt } from './json-path.ts'

type Recheck = {
  /** What was found wrong. */
  faults: readonly FieldError[]
  /** The document in which it was found, and the document now. */
  before: JsonObject
  now: JsonObject
  /** What the contract finds wrong with the document now. */
  found: readonly FieldError[]
}

/**
 * Which of the faults still stand after an edit: what the contract still finds wrong, in its words of now, and what
 * only the server can judge where it was not touched. What is newly wrong is not told before the next save.
 */
export function stillWrong({ faults, before, now, found }: Recheck): FieldError[] {
  return faults.flatMap((fault) => {
    const again = found.find(({ path }) => path === fault.path)
    if (again) return [again]
    const path = parsePath(fault.path)
    return Object.is(valueAt(before, path), valueAt(now, path)) ? [fault] : []
  })
}
