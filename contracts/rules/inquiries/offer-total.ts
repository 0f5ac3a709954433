import type { AnswerContent, AskedQuestion } from '../../inquiries/question.ts'

/**
 * Returns the total of an offer in yuan, exact to the fen: the sum of quantity × unit price over the price questions that
 * have a number; `null` if none has.
 */
export function getOfferTotal(
  questions: readonly Pick<AskedQuestion, 'key' | 'kind' | 'quantity'>[],
  answers: readonly (Pick<AnswerContent, 'value'> & { question: string })[],
): number | null {
  const values = new Map(answers.map(({ question, value }) => [question, value]))
  const lines = questions.flatMap(({ key, kind, quantity }) => {
    const price = values.get(key)
    return kind === 'price' && typeof price === 'number' && Number.isFinite(price) ? [{ price, quantity }] : []
  })
  if (lines.length === 0) return null
  // Numbers can't hold the fen of large quantities exactly.
  const fen = lines.reduce((sum, { price, quantity }) => sum + BigInt(Math.round(price * 100)) * BigInt(quantity), 0n)
  return Number(fen) / 100
}
