import { ERRORS, type ErrorCode, type FailureReason, type FieldError } from '#contracts/errors.ts'

/** The names of events in the security log. */
export type SecurityEventName =
  | 'access-denied'
  | 'token-refused'
  | 'sign-in-failed'
  | 'sign-in-refused'
  | 'sign-in-slowed'
  | 'reauthentication-failed'
  | 'calls-limited'
  | 'input-refused'
  | 'file-refused'

/** An event for the security log; `account` is the affected account, if it exists. */
export type SecurityEvent = { name: SecurityEventName; account?: { id: string; name: string } }

type Details = {
  errors?: FieldError[]
  reason?: FailureReason
  retryAfterSeconds?: number
  security?: SecurityEvent
}

/** The error that services throw; only `http/server/errors.ts` converts it to a reply. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly errors: FieldError[] | undefined
  /** A machine-readable reason, for screens that offer the next step. */
  readonly reason: FailureReason | undefined
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined
  readonly security: SecurityEvent | undefined

  constructor(code: ErrorCode, message: string = ERRORS[code].message, details: Details = {}) {
    super(message)
    this.code = code
    this.errors = details.errors
    this.reason = details.reason
    this.retryAfterSeconds = details.retryAfterSeconds
    this.security = details.security
  }

  get status(): number {
    return ERRORS[this.code].status
  }
}

export const notFound = (message?: string, security?: SecurityEvent) => new AppError('notFound', message, { security })
export const conflict = (message?: string, errors?: FieldError[]) => new AppError('conflict', message, { errors })
export const forbidden = (message?: string, reason?: FailureReason, security?: SecurityEvent) =>
  new AppError('forbidden', message, { reason, security })
export const unauthenticated = (message?: string, security?: SecurityEvent) =>
  new AppError('unauthenticated', message, { security })
export const invalid = (message?: string, errors?: FieldError[], security?: SecurityEvent) =>
  new AppError('invalid', message, { errors, security })
