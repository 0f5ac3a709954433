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

/** An event for the security log; `account` is the affected account, if it exists. */
export type SecurityEvent = { name: SecurityEventName; account?: { id: string; name: string } }

type AppErrorDetails = {
  fieldErrors?: FieldError[]
  reason?: FailureReason
  retryAfterSeconds?: number
  challenge?: string
  security?: SecurityEvent
}

/** An error that is reported to the client; `http/server/errors.ts` converts it to a reply. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly fieldErrors: FieldError[] | undefined
  readonly reason: FailureReason | undefined
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined
  /** Sent as `WWW-Authenticate`: what is wrong with a program's key (RFC 6750). */
  readonly challenge: string | undefined
  /** Recorded in the security log when the reply is sent. */
  readonly security: SecurityEvent | undefined

  constructor(code: ErrorCode, message: string = ERROR_DEFINITIONS[code].message, details: AppErrorDetails = {}) {
    super(message)
    this.code = code
    this.fieldErrors = details.fieldErrors
    this.reason = details.reason
    this.retryAfterSeconds = details.retryAfterSeconds
    this.challenge = details.challenge
    this.security = details.security
  }

  get status(): number {
    return ERROR_DEFINITIONS[this.code].status
  }
}

export const isNotFound = (error: unknown): boolean => error instanceof AppError && error.code === 'notFound'

/** Returns the result of a call; `undefined` if it throws `notFound`. Other errors are thrown. */
export const findOrUndefined = <Result>(call: Promise<Result>): Promise<Result | undefined> =>
  call.catch((error: unknown) => {
    if (isNotFound(error)) return undefined
    throw error
  })

export const notFound = (message?: string, details?: AppErrorDetails) => new AppError('notFound', message, details)
export const forbidden = (message?: string, details?: AppErrorDetails) => new AppError('forbidden', message, details)
export const unauthenticated = (message?: string, details?: AppErrorDetails) =>
  new AppError('unauthenticated', message, details)
export const conflict = (message?: string, details?: AppErrorDetails) => new AppError('conflict', message, details)
export const invalid = (message?: string, details?: AppErrorDetails) => new AppError('invalid', message, details)

export const invalidField = (path: string, message: string, details?: AppErrorDetails) =>
  invalid(message, { ...details, fieldErrors: [{ path, message }] })
export const conflictingField = (path: string, message: string) => conflictingFields([{ path, message }])

/** Returns an error for several fields. Its message is that of the first field by default. */
export const invalidFields = (fieldErrors: FieldError[], message = fieldErrors[0]?.message) =>
  invalid(message, { fieldErrors })
export const conflictingFields = (fieldErrors: FieldError[]) => conflict(fieldErrors[0]?.message, { fieldErrors })
