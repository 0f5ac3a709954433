import type { OfferLine } from '../../evaluation-projects/offer.ts'
import type { AnswerContent, AskedQuestion } from '../../inquiries/question.ts'
import { EVALUATION_ANALYSIS, OFFERS } from '../../limits.ts'
import { getOfferTotal } from './offer-total.ts'

type PriceQuestion = Pick<AskedQuestion, 'key' | 'kind' | 'title' | 'quantity' | 'isYearly'>
type PriceAnswer = Pick<AnswerContent, 'value'> & { question: string }

/**
 * Returns the offer that a vendor's prices amount to, in yuan: the total of all lines, each counted once, and the lines.
 * `null` without a price, with a total of 0 or beyond what an offer may be, and with more lines than it may have.
 */
export function toInquiryOffer(
  questions: readonly PriceQuestion[],
  answers: readonly PriceAnswer[],
): { price: number; lines: OfferLine[] } | null {
  const price = getOfferTotal(questions, answers)
  if (price === null || price <= 0 || price > EVALUATION_ANALYSIS.price) return null
  const lines = questions.flatMap(({ key, kind, title, quantity, isYearly }) => {
    const value = answers.find(({ question }) => question === key)?.value
    return kind === 'price' && typeof value === 'number' ? [{ title, unitPrice: value, quantity, isYearly }] : []
  })
  return lines.length > OFFERS.lines ? null : { price, lines }
}
