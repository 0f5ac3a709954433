import { ERRORS, type ErrorCode, type FailureReason, type FieldError } from '#contracts/errors.ts'

/** The error that services throw; only `http/server/errors.ts` turns it into a reply. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly errors: FieldError[] | undefined
  /** Where a screen goes on from the refusal. */
  readonly reason: FailureReason | undefined

  constructor(code: ErrorCode, message: string = ERRORS[code].message, errors?: FieldError[], reason?: FailureReason) {
    super(message)
    this.code = code
    this.errors = errors
    this.reason = reason
  }

  get status(): number {
    return ERRORS[this.code].status
  }
}

export const notFound = (message?: string) => new AppError('notFound', message)
export const conflict = (message?: string, errors?: FieldError[]) => new AppError('conflict', message, errors)
export const forbidden = (message?: string, reason?: FailureReason) =>
  new AppError('forbidden', message, undefined, reason)
export const unauthenticated = (message?: string) => new AppError('unauthenticated', message)
export const invalid = (message?: string, errors?: FieldError[]) => new AppError('invalid', message, errors)
