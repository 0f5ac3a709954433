import type { FailureReason, FieldError } from '#contracts/errors.ts'

/** Why a call failed, as plain data, so that a page's state can carry it from the server to the browser. */
export type ReadFailure = {
  /** 0 where not even a reply came. */
  status: number
  message: string
  /** The reply had no sentence of its own: `message` is but its status. */
  hasNoMessage?: true
  errors?: FieldError[]
  reason?: FailureReason
}

export const isReadFailure = (error: unknown): error is ReadFailure =>
  typeof error === 'object' && error !== null && 'status' in error && 'message' in error

/** What a failed call says of single fields. */
export const fieldErrors = (error: unknown): readonly FieldError[] => (isReadFailure(error) && error.errors) || []

/** What the server itself said; `undefined` where no reply came, or one without a sentence. */
export const getServerMessage = (error: unknown): string | undefined =>
  isReadFailure(error) && error.status > 0 && !error.hasNoMessage && error.message !== '' ? error.message : undefined

/** The sentence of a failure, or `fallback` where it has none. */
export const failureMessage = (error: unknown, fallback: string): string =>
  isReadFailure(error) && error.message !== '' ? error.message : fallback
