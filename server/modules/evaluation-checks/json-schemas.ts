/** JSON Schemas of users: draft 2020-12, patterns in linear time, and a limit of time for everything else. */
import { createContext, Script } from 'node:vm'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { isObject } from '#contracts/rules/is-object.ts'
import { itemAt } from '#contracts/rules/item-at.ts'
import { compilePattern } from './text-checks.ts'

export type JsonSchema = Record<string, unknown> | boolean
type SchemaProblem = { path: string; message: string }

/** A validation that takes longer is undecided: a few lines of nested references can take hours. */
const TIMEOUT_MS = 2_000

/** Ajv calls this instead of `new RegExp`, which a pattern could keep busy for ever. */
const createLinearRegExp = Object.assign(
  (pattern: string) => {
    const compiled = compilePattern(pattern)
    // By its text, Ajv recognises a pattern that it has compiled already.
    return { test: (text: string) => compiled.matcher(text).find(), toString: () => pattern }
  },
  // Required by Ajv's type; only schemas that are written to a file as code would contain it.
  { code: '' },
)

/**
 * Compiles a schema. Throws an `Error` if it isn't a valid schema, or refers to one elsewhere, and if compiling it takes
 * too long (`isTimeout`).
 */
export function compileSchema(schema: JsonSchema): ValidateFunction {
  // Their own instance each: schemas with the same `$id` would clash.
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    unicodeRegExp: false,
    logger: false,
    code: { regExp: createLinearRegExp },
  })
  return runWithin(TIMEOUT_MS, () => ajv.compile(schema))
}

/** Returns the first problem of a value, if any; 'undecided' if its validation takes too long or doesn't end. */
export function findProblem(schema: JsonSchema, value: unknown): SchemaProblem | 'undecided' | undefined {
  try {
    const validate = compileSchema(schema)
    return runWithin(TIMEOUT_MS, () => validate(value)) ? undefined : describeError(validate.errors?.[0])
  } catch (error) {
    if (isTimeout(error) || isStackOverflow(error)) return 'undecided'
    throw error
  }
}

const describeError = (error: ErrorObject | undefined): SchemaProblem => ({
  path: error?.instancePath ?? '',
  message: error?.message ?? '',
})

/** Runs a synchronous function. Throws `ERR_SCRIPT_EXECUTION_TIMEOUT` if it takes longer. */
function runWithin<Result>(timeout: number, run: () => Result): Result {
  const results: Result[] = []
  new Script('run()').runInContext(createContext({ run: () => void results.push(run()) }), { timeout })
  return itemAt(results, 0)
}

/** A schema that refers to itself without end overflows the stack. */
const isStackOverflow = (error: unknown): boolean => error instanceof RangeError

/** The error comes from the script's own context, so it is no instance of this one's `Error`. */
const isTimeout = (error: unknown): boolean => isObject(error) && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
