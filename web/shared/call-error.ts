import type { FailureReason, FieldError } from '#contracts/errors.ts'
import { describeHttpError, describeUploadError } from '#contracts/messages/http-error.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'

/** The error of a call. It is a plain object, so that the server can embed it in a page for the browser. */
export type CallError = {
  /** 0 if no reply was received; 2xx if the call succeeded, but its reply is incomplete. */
  status: number
  message: string
  /** Whether the server sent no message, so that `message` is a default. */
  isDefaultMessage?: true
  errors?: FieldError[]
  reason?: FailureReason
}

export const isCallError = (error: unknown): error is CallError =>
  typeof error === 'object' && error !== null && 'status' in error && 'message' in error

/** Returns whether a call failed because what it asked for doesn't exist, so that a retry would fail, too. */
export const isNotFound = (error: unknown): error is CallError => isCallError(error) && error.status === 404

/** Returns whether the server rejected a call because another one has used its idempotency key. */
export const isKeyReused = (error: unknown): boolean => isCallError(error) && error.reason === 'idempotency-key-reused'

/** Returns the field errors of a failed call. */
export const getFieldErrors = (error: unknown): readonly FieldError[] => (isCallError(error) && error.errors) || []

/** Returns the message of a failed call for one field; `undefined` if there is none. */
export const findFieldMessage = (error: unknown, path: string): string | undefined =>
  getFieldErrors(error).find((fieldError) => fieldError.path === path)?.message

/** Returns what a form says about its failed call; `undefined` if nothing failed, or its fields say it. */
export const toFormMessage = (error: unknown): string | undefined =>
  error && getFieldErrors(error).length === 0 ? toErrorMessage(error) : undefined

/** Returns the server's message; `undefined` if it sent none or couldn't be reached. */
export const getServerMessage = (error: unknown): string | undefined =>
  isCallError(error) && error.status > 0 && !error.isDefaultMessage && error.message !== '' ? error.message : undefined

/** Returns whether a message doesn't say what failed. */
const isGeneral = ({ status, message }: CallError): boolean =>
  [describeHttpError(status), describeUploadError(status), SITE_MESSAGES.callFailed].includes(message)

/** Returns the message of a failure, or `fallback` if the failure has only a general message or none. */
export function toErrorMessage(error: unknown, fallback?: string): string {
  if (!isCallError(error) || error.message === '') return fallback ?? SITE_MESSAGES.callFailed
  return isGeneral(error) ? (fallback ?? error.message) : error.message
}

/** Returns the reason to append to a message: not a default, which would only repeat it, but `fallback` instead. */
export const getFailureReason = (error: unknown, fallback: string): string =>
  isCallError(error) && error.isDefaultMessage ? fallback : toErrorMessage(error, fallback)
