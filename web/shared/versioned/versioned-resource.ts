import type { Authorship } from '#contracts/content/revision.ts'
import type { FieldError } from '#contracts/errors.ts'
import type { Versioned } from './edits.ts'
import type { Saved } from './save-outcome.ts'

/** Loads and saves the value of a form. */
export type VersionedResource<Value> = {
  /** Reads the latest version. May throw. */
  read(): Promise<Versioned<Value>>
  /** Saves a value if `base` is still the latest version. Throws a `CallError`. */
  save(value: Value, base: Versioned<Value>): Promise<Saved<Value>>
  /** Returns who saved the latest version. May throw. Absent if the server doesn't record it. */
  readAuthorship?(): Promise<Authorship | undefined>
  /** Returns a value as the server would store it; unchanged by default. */
  normalize?(value: Value): Value
  /** Maps the server's field errors to the paths of the form; unchanged by default. */
  toFormErrors?(errors: readonly FieldError[], value: Value): readonly FieldError[]
  /** The message after a successful save whose reply was lost. */
  savedMessage: string
  /** Returns the message for a failed save. */
  getErrorMessage(error: unknown): string
  /** Returns the message if the latest version can't be loaded for a comparison. Default: `getErrorMessage`. */
  getCompareErrorMessage?: ((error: unknown) => string) | undefined
  /** Returns the message for a failed reload. Default: that of a comparison. */
  getReloadErrorMessage?: ((error: unknown) => string) | undefined
}
