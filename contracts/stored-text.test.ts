import { expect, it } from 'vitest'
import { parseDocument } from './documents/documents.ts'
import { AttributeSchema } from './facts/attribute.ts'
import { ProfileSchema } from './identity/account.ts'
import { ConsultationSchema } from './leads/lead-request.ts'
import { ReviewContentSchema } from './member-reviews/review.ts'
import { ProductSchema } from './products/product.ts'
import { nameText, requiredName, requiredText, storedText } from './stored-text.ts'

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

it.each([
  { case: 'a zero-width space', text: '智能\u200b客服' },
  { case: 'joiners', text: '智\u200c能\u200d客服' },
  { case: 'direction marks', text: '\u200e智能客服\u200f' },
  { case: 'a word joiner', text: '智能\u2060客服' },
  { case: 'a byte order mark', text: '\ufeff智能客服' },
  { case: 'variation selectors', text: '智\ufe00能\u{e0100}客服' },
  { case: 'a soft hyphen', text: '智能\u00ad客服' },
  { case: 'a Hangul filler', text: '智能客服\u3164' },
  { case: 'tag characters', text: '智能\u{e0041}客服' },
  { case: 'blanks that an invisible character hides from trimming', text: '智能客服 \u200b ' },
])('treats names that differ in $case alone as the same', ({ text }) => {
  expect(requiredName('请输入姓名').parse(text)).toBe('智能客服')
  expect(nameText().parse(text)).toBe('智能客服')
})

it('takes joined emoji apart in a name, and keeps them in any other text', () => {
  expect(requiredName('请输入姓名').parse('👩‍💻助手❤️')).toBe('👩💻助手❤')
  expect(requiredText('请输入正文').parse('👩‍💻助手❤️')).toBe('👩‍💻助手❤️')
})

it('treats a name of invisible characters alone as missing', () => {
  expect(requiredName('请输入姓名').safeParse('\u200b\ufe0f').error?.issues[0]?.message).toBe('请输入姓名')
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

it.each([
  { case: 'people and companies', schema: ProfileSchema.partial(), input: { name: '甲\u200b', company: '乙\ufeff' } },
  { case: 'products and vendors', schema: ProductSchema.partial(), input: { name: '甲\u200b', company: '乙\u200f' } },
  { case: 'attributes', schema: AttributeSchema.partial(), input: { label: '甲\u200b', group: '乙\u200d' } },
])('removes invisible characters from the names of $case', ({ schema, input }) => {
  expect(Object.values(schema.parse(input))).toEqual(expect.arrayContaining(['甲', '乙']))
})

it('cleans the titles of documents', () => {
  const { data } = parseDocument('community', { communityMembers: [{ name: '\u202e甲', title: '\u2068首席信息官' }] })
  expect(data?.communityMembers[0]).toMatchObject({ name: '甲', title: '首席信息官' })
})
