import { describe, expect, it } from 'vitest'
import { FACTS, TEXT } from '../limits.ts'
import { MESSAGES } from '../messages/general.ts'
import { ANSWERING_MESSAGES } from './messages.ts'
import { AnswerSaveSchema } from './question.ts'

const parse = (changes: object) =>
  AnswerSaveSchema.safeParse({ question: 'q', version: 0, value: null, note: '', sourceUrl: '', ...changes })
const listErrors = (changes: object) =>
  parse(changes).error?.issues.map(({ path, message }) => ({ path: path.join('.'), message }))

describe('an answer', () => {
  it.each([
    ['an empty text', ''],
    ['a long text', '字'.repeat(TEXT.long)],
    ['a price', 98_765.43],
    ['choices', ['甲', '乙']],
    ['a certificate', { name: '等保三级', level: '', number: '', issuer: '', validUntil: null }],
  ])('may be %s', (_, value) => {
    expect(parse({ value }).data?.value).toEqual(value)
  })

  it.each([
    ['a text that is too long', '字'.repeat(TEXT.long + 1), 'value', `最多${TEXT.long}个字符`],
    ['a choice that is too long', ['字'.repeat(TEXT.line + 1)], 'value.0', `最多${TEXT.line}个字符`],
    [
      'too many choices',
      Array.from({ length: FACTS.choices + 1 }, () => '甲'),
      'value',
      ANSWERING_MESSAGES.tooManyChoices(FACTS.choices),
    ],
    ['half a character', '坏\ud800字', 'value', MESSAGES.unstorableText],
    ['the null character', '坏\u0000字', 'value', MESSAGES.unstorableText],
    ['half a character in a choice', ['\ud800'], 'value.0', MESSAGES.unstorableText],
  ])('is not %s', (_, value, path, message) => {
    expect(listErrors({ value })).toEqual([{ path, message }])
  })

  it('has a bounded note of characters that can be stored', () => {
    expect(listErrors({ note: '字'.repeat(TEXT.paragraph + 1) })).toHaveLength(1)
    expect(listErrors({ note: '\ud800' })).toEqual([{ path: 'note', message: MESSAGES.unstorableText }])
  })
})
