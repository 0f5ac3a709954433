import type { AppError } from './app-error.ts'

/**
 * Throws the denial unless somebody may act on a record. Roles are checked before, by the `access` of the call; the rule
 * is a pure function of the module's `policy.ts`. A denial `notFound` doesn't reveal that the record exists.
 */
export function authorize(isAllowed: boolean, denial: AppError): asserts isAllowed {
  if (!isAllowed) throw denial
}
