import { ERROR_DEFINITIONS, type ErrorCode, type FailureReason, type FieldError } from '#contracts/errors.ts'

/** The names of events in the security log. */
export type SecurityEventName =
  | 'access-denied'
  | 'token-rejected'
  | 'sign-in-failed'
  | 'sign-in-blocked'
  | 'sign-in-slowed'
  | 'reauthentication-failed'
  | 'rate-limited'
  | 'input-rejected'
  | 'file-rejected'

/** An event that the security log records when the reply is sent; `account` is the affected one, if it exists. */
export type SecurityEvent = { name: SecurityEventName; account?: { id: string; name: string } }

type AppErrorDetails = {
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
  readonly reason: FailureReason | undefined
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined
  readonly security: SecurityEvent | undefined

  constructor(code: ErrorCode, message: string = ERROR_DEFINITIONS[code].message, details: AppErrorDetails = {}) {
    super(message)
    this.code = code
    this.errors = details.errors
    this.reason = details.reason
    this.retryAfterSeconds = details.retryAfterSeconds
    this.security = details.security
  }

  get status(): number {
    return ERROR_DEFINITIONS[this.code].status
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
