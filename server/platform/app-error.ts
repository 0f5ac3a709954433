import { ERRORS, type ErrorCode, type FieldError } from '#contracts/errors.ts'

/** The one error that services throw; `http/errors.ts` alone turns it into a reply. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly errors: FieldError[] | undefined

  constructor(code: ErrorCode, message: string = ERRORS[code].message, errors?: FieldError[]) {
    super(message)
    this.code = code
    this.errors = errors
  }

  get status(): number {
    return ERRORS[this.code].status
  }
}

export const notFound = (message?: string) => new AppError('notFound', message)
export const conflict = (message?: string) => new AppError('conflict', message)
export const forbidden = (message?: string) => new AppError('forbidden', message)
export const unauthenticated = (message?: string) => new AppError('unauthenticated', message)
export const invalid = (message?: string, errors?: FieldError[]) => new AppError('invalid', message, errors)
