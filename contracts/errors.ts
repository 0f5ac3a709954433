import { MESSAGES } from './messages/general.ts'

/** The HTTP status of each error code, and the default message. */
export const ERRORS = {
  invalid: { status: 400, message: MESSAGES.invalidInput },
  malformed: { status: 400, message: MESSAGES.malformedJson },
  badAddress: { status: 400, message: MESSAGES.badAddress },
  unauthenticated: { status: 401, message: MESSAGES.notSignedIn },
  forbidden: { status: 403, message: MESSAGES.forbidden },
  notFound: { status: 404, message: MESSAGES.notFound },
  methodNotAllowed: { status: 405, message: MESSAGES.methodNotAllowed },
  timeout: { status: 408, message: MESSAGES.timeout },
  conflict: { status: 409, message: MESSAGES.conflict },
  staleRevision: { status: 412, message: MESSAGES.staleRevision },
  tooLarge: { status: 413, message: MESSAGES.bodyTooLarge },
  addressTooLong: { status: 414, message: MESSAGES.addressTooLong },
  unsupportedType: { status: 415, message: MESSAGES.unsupportedType },
  tooManyRequests: { status: 429, message: MESSAGES.tooManyRequests },
  headersTooLarge: { status: 431, message: MESSAGES.headersTooLarge },
  internal: { status: 500, message: MESSAGES.internal },
  unavailable: { status: 503, message: MESSAGES.unavailable },
  storageFull: { status: 507, message: MESSAGES.storageFull },
  storageUnwritable: { status: 503, message: MESSAGES.storageUnwritable },
} satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof ERRORS

/** Why nothing can be saved while what is there can be read. */
export const STORAGE_FAILURES = ['storageFull', 'storageUnwritable'] as const satisfies readonly ErrorCode[]
export type StorageFailure = (typeof STORAGE_FAILURES)[number]

/**
 * Machine-readable reasons of a refusal, for screens that offer a way on: two-factor set-up, the verification mail, the
 * change of a password that somebody else set.
 */
export const FAILURE_REASONS = ['two-factor-missing', 'email-unverified', 'password-temporary'] as const
export type FailureReason = (typeof FAILURE_REASONS)[number]

/** One invalid field: its path (`contactEmail`, `products.3.name`) and a Chinese message. */
export type FieldError = { path: string; message: string }
