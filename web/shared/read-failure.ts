import type { FailureReason, FieldError } from '#contracts/errors.ts'

/** Why a call failed, as plain data, so that a page's state can carry it from the server to the browser. */
export type ReadFailure = { status: number; message: string; errors?: FieldError[]; reason?: FailureReason }

export const isReadFailure = (error: unknown): error is ReadFailure =>
  typeof error === 'object' && error !== null && 'status' in error && 'message' in error

/** The sentence of a failure, or `fallback` where it has none. */
export const failureMessage = (error: unknown, fallback: string): string =>
  isReadFailure(error) && error.message !== '' ? error.message : fallback
