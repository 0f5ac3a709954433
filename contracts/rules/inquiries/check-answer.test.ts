import { expect, it } from 'vitest'
import { FACT_MESSAGES } from '../../facts/messages.ts'
import type { AskedQuestion } from '../../inquiries/question.ts'
import { findAnswerProblem } from './check-answer.ts'

const QUESTION: AskedQuestion = {
  key: 'q',
  kind: 'text',
  title: '如何实施',
  hint: '',
  isRequired: false,
  unit: '',
  quantity: 1,
  isYearly: false,
  attribute: null,
}
const findProblem = (sourceUrl: string) => findAnswerProblem(QUESTION, { value: '六周', note: '', sourceUrl }, 0)

it.each(['', 'https://bisheng.io/docs', 'http://例子.中国/'])('accepts the source %j', (sourceUrl) => {
  expect(findProblem(sourceUrl)).toBe(undefined)
})

it.each(['javascript:alert(1)', 'bisheng.io/docs', 'ftp://bisheng.io', 'https://a b.cn'])(
  'refuses the source %j',
  (sourceUrl) => {
    expect(findProblem(sourceUrl)).toBe(FACT_MESSAGES.source)
  },
)
