import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { TEXT } from './limits.ts'
import { optionalPhoneNumber, phoneNumber } from './phone-number.ts'

const SCHEMA = phoneNumber('请输入联系电话')
const listMessages = (schema: z.ZodType, input: unknown) =>
  schema.safeParse(input).error?.issues.map(({ message }) => message) ?? []

describe('a phone number', () => {
  it.each([
    ['a mobile', '13800138000'],
    ['a mobile in groups', '138 0013 8000'],
    ['a mobile with the country code', '+86 138-0013-8000'],
    ['a mobile with 00', '0086 13800138000'],
    ['a landline', '010-65529988'],
    ['an area code in brackets', '(010) 65529988'],
    ['an extension', '010-65529988-801'],
    ['an extension after 转', '0571-8888 6666转801'],
    ['an extension named 分机', '021-61234567 分机 12'],
    ['a landline without area code', '65529988'],
    ['an international landline with an extension', '+86-10-6552 9988 转 801'],
    ['a service number', '400-820-8820'],
    ['a free number', '8008208820'],
    ['a bank’s hotline', '95588'],
    ['a city’s hotline', '12345'],
    ['a number in Hong Kong', '+852 2123 4567'],
    ['a number in the United States', '+1 (415) 555-2671 ext. 12'],
    ['a number in the United States with dots', '415.555.2671 x12'],
    ['a number in the United Kingdom with a zero', '+44 (0)20 7946 0958'],
    ['a long dash', '010—65529988'],
  ])('accepts %s as entered', (_, phone) => {
    expect(SCHEMA.parse(phone)).toBe(phone)
  })

  it.each([
    ['１３８００１３８０００', '13800138000'],
    ['（０１０）６５５２９９８８', '(010)65529988'],
    ['＋86　13800138000', '+86 13800138000'],
    ['  13800138000\t', '13800138000'],
  ])('normalizes %s', (input, phone) => {
    expect(SCHEMA.parse(input)).toBe(phone)
  })

  it.each([
    ['words', '请发邮件'],
    ['letters', 'abcdefg'],
    ['letters among digits', '138001380OO'],
    ['six digits', '654321'],
    ['consecutive digits', '123456'],
    ['five digits that are no hotline', '54321'],
    ['four digits', '1234'],
    ['separators only', '(---) ----'],
    ['another script’s digits', '١٣٨٠٠١٣٨٠٠٠'],
    ['too many digits', '123456789012345678'],
    ['digits only in the extension', '(转12345'],
    ['an email address', 'chen@example.com'],
    ['two plus signs', '++8613800138000'],
    ['a plus in the middle', '138+0013800'],
    ['an extension of seven digits', '010-65529988转1234567'],
    ['a script', '13800138000<script>'],
    ['a number that is too long', '1-'.repeat(TEXT.word)],
  ])('rejects %s', (_, phone) => {
    expect(listMessages(SCHEMA, phone)).toEqual(['请输入有效的联系电话'])
  })
})

it.each(['', ' ', '　', undefined, null, 13_800_138_000])('reports that %j is missing', (input) => {
  expect(listMessages(SCHEMA, input)).toEqual(['请输入联系电话'])
})

it.each(['', ' \t', '１３８００１３８０００'])('accepts %j if it is optional', (input) => {
  expect(optionalPhoneNumber().parse(input)).toBe(input.normalize('NFKC').trim())
})

it('rejects an invalid optional number', () => {
  expect(listMessages(optionalPhoneNumber(), '138')).toEqual(['请输入有效的联系电话'])
})
