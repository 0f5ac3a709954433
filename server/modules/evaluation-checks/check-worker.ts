/** The functions that the worker thread of `service.ts` runs. */
import type { FieldError } from '#contracts/errors.ts'
import type { Check, CheckReply, CheckRequest } from '#contracts/evaluation-checks/check.ts'
import { checkReply, listCheckErrors } from './check-reply.ts'

/** Returns the verdicts, or the checks that can't be compiled. */
export function check(request: CheckRequest): { result: CheckReply } | { errors: FieldError[] } {
  const errors = listCheckErrors(request.checks)
  return errors.length > 0 ? { errors } : { result: checkReply(request) }
}

/** Returns the errors of each list of checks. */
export const listErrors = (lists: readonly (readonly Check[])[]): FieldError[][] => lists.map(listCheckErrors)
