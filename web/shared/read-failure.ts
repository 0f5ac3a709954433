import type { FailureReason, FieldError } from '#contracts/errors.ts'

/** The failure of a call, as plain data, so that a page's state can carry it from the server to the browser. */
export type ReadFailure = {
  /** 0 if no reply was received. */
  status: number
  message: string
  /** The reply had no message: `message` is derived from its status. */
  hasNoMessage?: true
  errors?: FieldError[]
  reason?: FailureReason
}

export const isReadFailure = (error: unknown): error is ReadFailure =>
  typeof error === 'object' && error !== null && 'status' in error && 'message' in error

/** Returns the field errors of a failed call. */
export const fieldErrors = (error: unknown): readonly FieldError[] => (isReadFailure(error) && error.errors) || []

/** Returns the server's message; `undefined` if there was no reply, or one without a message. */
export const getServerMessage = (error: unknown): string | undefined =>
  isReadFailure(error) && error.status > 0 && !error.hasNoMessage && error.message !== '' ? error.message : undefined

/** Returns the message of a failure, or `fallback` if it has none. */
export const failureMessage = (error: unknown, fallback: string): string =>
  isReadFailure(error) && error.message !== '' ? error.message : fallback
