import type { FieldError } from '#contracts/errors.ts'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { parsePath, valueAt } from '../parts/json-path.ts'

type RecheckInput = {
  /** The errors that were found. */
  errors: readonly FieldError[]
  /** The document in which it was found, and the document now. */
  before: JsonObject
  now: JsonObject
  /** The validation errors of the current document. */
  matches: readonly FieldError[]
}

/**
 * Returns the errors that remain after an edit: those that validation still finds, and server errors at untouched
 * fields. New errors are not shown before the next save.
 */
export function recheckErrors({ errors, before, now, matches }: RecheckInput): FieldError[] {
  return errors.flatMap((error) => {
    const again = matches.find(({ path }) => path === error.path)
    if (again) return [again]
    const path = parsePath(error.path)
    return Object.is(valueAt(before, path), valueAt(now, path)) ? [error] : []
  })
}
