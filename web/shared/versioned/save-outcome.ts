import type { FieldError } from '#contracts/errors.ts'
import { isCallError } from '../call-error.ts'
import type { Versioned } from './edits.ts'

/** The result of a save: the stored value and the message. `id` is set for a created object. */
export type Saved<Value> = Versioned<Value> & { message: string; id?: string }

type SaveOutcome<Value> =
  | { status: 'saved'; saved: Saved<Value> }
  /** Someone else has saved a newer version. */
  | { status: 'stale'; message: string }
  | { status: 'invalid'; errors: readonly FieldError[]; message: string }
  | { status: 'failed'; message: string }
  /** The server replied with success, but its reply is incomplete, so that the stored version is unknown. */
  | { status: 'incomplete'; message: string }
  /** Cancelled by the user: no message is shown. */
  | { status: 'cancelled' }

/** Waits for a save and returns its outcome. `getErrorMessage` returns the message of a failure. */
export async function getSaveOutcome<Value>(
  save: Promise<Saved<Value>>,
  getErrorMessage: (error: unknown) => string,
): Promise<SaveOutcome<Value>> {
  try {
    return { status: 'saved', saved: await save }
  } catch (error) {
    if (error instanceof DOMException) return { status: 'cancelled' }
    const message = getErrorMessage(error)
    if (!isCallError(error)) return { status: 'failed', message }
    if (error.status === 412) return { status: 'stale', message: error.message }
    if (isSuccess(error.status)) return { status: 'incomplete', message }
    if (error.errors?.length) return { status: 'invalid', errors: error.errors, message }
    return { status: 'failed', message }
  }
}

const isSuccess = (status: number) => status >= 200 && status < 300
