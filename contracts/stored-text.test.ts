import { expect, it } from 'vitest'
import { parseDocument } from './documents/documents.ts'
import { ProfileSchema } from './identity/account.ts'
import { ConsultationSchema } from './leads/lead-request.ts'
import { ReviewContentSchema } from './member-reviews/review.ts'
import { requiredText, storedText } from './stored-text.ts'

it('removes direction controls, and keeps right-to-left letters and marks', () => {
  expect(storedText().parse('\u202e智能\u2067客服\u2069')).toBe('智能客服')
  expect(storedText().parse('\u202aA\u202c\nB')).toBe('A\nB')
  expect(storedText().parse('שלום \u200f(C++)\u200e مرحبا')).toBe('שלום \u200f(C++)\u200e مرحبا')
})

it('treats a required text of nothing but direction controls and spaces as missing', () => {
  expect(requiredText('请输入姓名').safeParse('\u202e \u2066').error?.issues[0]?.message).toBe('请输入姓名')
})

it.each([
  { case: 'zero-width spaces', text: '\u200b\u200b' },
  { case: 'a zero-width joiner between spaces', text: ' \u200d ' },
  { case: 'a byte order mark', text: '\ufeff' },
  { case: 'a soft hyphen', text: '\u00ad' },
  { case: 'Hangul and Braille fillers', text: '\u3164\u2800' },
])('treats $case alone as missing', ({ text }) => {
  expect(
    requiredText('请输入姓名')
      .safeParse(text)
      .error?.issues.map(({ message }) => message),
  ).toEqual(['请输入姓名'])
})

it.each(['😀', '👩‍💻', '。', '১', 'שלום'])('accepts %s as a required text', (text) => {
  expect(requiredText('请输入姓名').parse(text)).toBe(text)
})

it("doesn't count direction controls as characters", () => {
  expect(requiredText('请输入姓名', 2).parse('\u202e甲乙\u202c')).toBe('甲乙')
})

it.each([
  {
    case: 'names of people and companies',
    schema: ProfileSchema.partial(),
    input: { name: '\u202e甲', company: '\u2066乙\u2069' },
  },
  {
    case: 'requests of visitors',
    schema: ConsultationSchema.partial(),
    input: { companyName: '\u202e甲', contactName: '乙\u202c' },
  },
  {
    case: 'texts of reviews',
    schema: ReviewContentSchema.partial(),
    input: { pros: '\u202e上手很快，文档清楚，接口也稳定。' },
  },
])('cleans $case', ({ schema, input }) => {
  expect(JSON.stringify(schema.parse(input))).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
})

it('cleans the titles of documents', () => {
  const { data } = parseDocument('community', { communityMembers: [{ name: '\u202e甲', title: '\u2068首席信息官' }] })
  expect(data?.communityMembers[0]).toMatchObject({ name: '甲', title: '首席信息官' })
})
