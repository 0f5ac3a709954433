import { MESSAGES } from './messages/general.ts'

/** What a failed call answers, by code: its HTTP status, and its sentence where the thrower has no better one. */
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
  unsupportedType: { status: 415, message: MESSAGES.unsupportedType },
  tooManyRequests: { status: 429, message: MESSAGES.tooManyRequests },
  headersTooLarge: { status: 431, message: MESSAGES.headersTooLarge },
  internal: { status: 500, message: MESSAGES.internal },
  unavailable: { status: 503, message: MESSAGES.unavailable },
} satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof ERRORS

/** Why a call was refused, where a screen goes on from there: the two-factor set-up, the letter that proves an address. */
export const FAILURE_REASONS = ['two-factor-missing', 'email-unverified'] as const
export type FailureReason = (typeof FAILURE_REASONS)[number]

/** One wrong field: where (`contactEmail`, `products.3.name`) and why, in Chinese. */
export type FieldError = { path: string; message: string }
