import { MESSAGES } from './messages/general.ts'

/** HTTP status and default message of each error code. */
export const ERROR_DEFINITIONS = {
  invalid: { status: 400, message: MESSAGES.invalid },
  malformedJson: { status: 400, message: MESSAGES.malformedJson },
  malformedUrl: { status: 400, message: MESSAGES.malformedUrl },
  unauthenticated: { status: 401, message: MESSAGES.notSignedIn },
  forbidden: { status: 403, message: MESSAGES.forbidden },
  notFound: { status: 404, message: MESSAGES.notFound },
  methodNotAllowed: { status: 405, message: MESSAGES.methodNotAllowed },
  timeout: { status: 408, message: MESSAGES.timeout },
  conflict: { status: 409, message: MESSAGES.conflict },
  versionConflict: { status: 412, message: MESSAGES.versionConflict },
  payloadTooLarge: { status: 413, message: MESSAGES.payloadTooLarge },
  uriTooLong: { status: 414, message: MESSAGES.uriTooLong },
  unsupportedMediaType: { status: 415, message: MESSAGES.unsupportedMediaType },
  unprocessable: { status: 422, message: MESSAGES.unprocessable },
  tooManyRequests: { status: 429, message: MESSAGES.tooManyRequests },
  headersTooLarge: { status: 431, message: MESSAGES.headersTooLarge },
  internal: { status: 500, message: MESSAGES.internal },
  unavailable: { status: 503, message: MESSAGES.unavailable },
  storageReadOnly: { status: 503, message: MESSAGES.storageReadOnly },
  storageFull: { status: 507, message: MESSAGES.storageFull },
} satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof ERROR_DEFINITIONS

/** The codes of errors that occur while the storage can be read but not written. */
export const STORAGE_ERROR_CODES = ['storageFull', 'storageReadOnly'] as const satisfies readonly ErrorCode[]
export type StorageErrorCode = (typeof STORAGE_ERROR_CODES)[number]

/**
 * Machine-readable reasons for a rejection that the user can resolve: set up two-factor authentication, verify the email
 * address, change the temporary password, confirm the consequences that the errors list; or that the client can: send
 * another idempotency key.
 */
export const FAILURE_REASONS = [
  'two-factor-required',
  'email-not-verified',
  'password-change-required',
  'confirmation-required',
  'idempotency-key-reused',
] as const
export type FailureReason = (typeof FAILURE_REASONS)[number]

/** One invalid field: its path (`contactEmail`, `products.3.name`) and a message in Chinese for the user. */
export type FieldError = { path: string; message: string }
