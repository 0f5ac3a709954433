import type { FactConfirmation } from '#contracts/facts/fact.ts'
import { factReviewCalls } from '#contracts/facts/review-calls.ts'
import { callAdmin } from '../../calls/call.ts'

/** Confirms a fact. Throws a `CallError` with status 412 if the product's facts have a newer version. */
export const confirmFact = (id: string, version: number, body: FactConfirmation = {}) =>
  callAdmin(factReviewCalls.confirm, { params: { id }, body, version })

export const withdrawConfirmation = (id: string, version: number) =>
  callAdmin(factReviewCalls.withdrawConfirmation, { params: { id }, version })
