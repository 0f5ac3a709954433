import type { AnswerContent } from '#contracts/inquiries/question.ts'
import { toNfkc } from '#contracts/rules/normalize-text.ts'

/** Digits, alone or in groups of three with commas between them, and perhaps decimals. */
const AMOUNT = /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d*)?$/

/**
 * Returns a typed amount in yuan as a number, without separators and signs of the currency; any other text as it is, so
 * that it isn't lost: “1,5” may mean one and a half.
 */
export function parseAmount(text: string): AnswerContent['value'] {
  const amount = toNfkc(text).replaceAll(/[\s元¥]/g, '')
  if (amount === '') return null
  return AMOUNT.test(amount) ? Number(amount.replaceAll(',', '')) : text
}
