import type { FieldError } from '#contracts/errors.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { parsePath, valueAt } from '../parts/json-path.ts'

type RecheckInput = {
  /** What was found wrong. */
  errors: readonly FieldError[]
  /** The document in which it was found, and the document now. */
  before: JsonObject
  now: JsonObject
  /** What the contract finds wrong with the document now. */
  matches: readonly FieldError[]
}

/**
 * Which of the faults still stand after an edit: what the contract still finds wrong, in its words of now, and what
 * only the server can judge where it was not touched. What is newly wrong is not told before the next save.
 */
export function recheckErrors({ errors, before, now, matches }: RecheckInput): FieldError[] {
  return errors.flatMap((error) => {
    const again = matches.find(({ path }) => path === error.path)
    if (again) return [again]
    const path = parsePath(error.path)
    return Object.is(valueAt(before, path), valueAt(now, path)) ? [error] : []
  })
}
