import { SourceUrlSchema } from '../../facts/fact.ts'
import { checkFactValue } from '../../facts/fact-value.ts'
import { ANSWERING_MESSAGES as MESSAGES } from '../../inquiries/messages.ts'
import { type AnswerContent, AnswerTextSchema, type AskedQuestion } from '../../inquiries/question.ts'
import { INQUIRIES } from '../../limits.ts'

const isBlank = (value: AnswerContent['value']) => value === null || (typeof value === 'string' && value.trim() === '')

/** Returns whether an amount in yuan has at most two decimals. */
const isInFen = (amount: number): boolean => Math.abs(Math.round(amount * 100) - amount * 100) < 1e-4

function findPriceProblem(value: AnswerContent['value']): string | undefined {
  if (typeof value !== 'number' || value < 0 || !isInFen(value)) return MESSAGES.price
  return value > INQUIRIES.price ? MESSAGES.priceMax : undefined
}

function findTextProblem(value: AnswerContent['value']): string | undefined {
  if (typeof value !== 'string') return MESSAGES.textRequired
  return AnswerTextSchema.safeParse(value).error?.issues[0]?.message
}

/** Returns why a source isn't an http or https URL; `undefined` if it is, or if there is none. */
export const findSourceProblem = (sourceUrl: string): string | undefined =>
  SourceUrlSchema.safeParse(sourceUrl).error?.issues[0]?.message

/**
 * Returns why an answer can't be handed in: a required one is missing, its value doesn't fit the question, or its source
 * is no web address; `undefined` if it can. `fileCount` is the number of its files.
 */
export function findAnswerProblem(
  question: AskedQuestion,
  answer: AnswerContent | undefined,
  fileCount: number,
): string | undefined {
  const { kind, attribute, isRequired } = question
  const sourceProblem = findSourceProblem(answer?.sourceUrl ?? '')
  if (sourceProblem !== undefined) return sourceProblem
  if (kind === 'file') return isRequired && fileCount === 0 ? MESSAGES.fileMissing : undefined
  if (!answer || isBlank(answer.value)) return isRequired ? MESSAGES.answerMissing : undefined
  if (kind === 'price') return findPriceProblem(answer.value)
  if (attribute === null) return findTextProblem(answer.value)
  const checked = checkFactValue(attribute, answer.value)
  return 'errors' in checked ? checked.errors[0]?.message : undefined
}
