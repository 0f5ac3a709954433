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
  ['zero-width spaces', '\u200b\u200b'],
  ['a zero-width joiner between spaces', ' \u200d '],
  ['a byte order mark', '\ufeff'],
  ['a soft hyphen', '\u00ad'],
  ['Hangul and Braille fillers', '\u3164\u2800'],
])('treats %s alone as missing', (_, text) => {
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
  ['names of people and companies', ProfileSchema.partial(), { name: '\u202e甲', company: '\u2066乙\u2069' }],
  ['requests of visitors', ConsultationSchema.partial(), { companyName: '\u202e甲', contactName: '乙\u202c' }],
  ['texts of reviews', ReviewContentSchema.partial(), { pros: '\u202e上手很快，文档清楚，接口也稳定。' }],
])('cleans %s', (_, schema, input) => {
  expect(JSON.stringify(schema.parse(input))).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
})

it('cleans the titles of documents', () => {
  const { data } = parseDocument('community', { communityMembers: [{ name: '\u202e甲', title: '\u2068首席信息官' }] })
  expect(data?.communityMembers[0]).toMatchObject({ name: '甲', title: '首席信息官' })
})
