import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { TEXT } from './limits.ts'
import { optionalPhoneNumber, phoneNumber } from './phone-number.ts'

const SCHEMA = phoneNumber('请输入联系电话')
const listMessages = (schema: z.ZodType, input: unknown) =>
  schema.safeParse(input).error?.issues.map(({ message }) => message) ?? []

describe('a phone number', () => {
  it.each([
    { case: 'a mobile', phone: '13800138000' },
    { case: 'a mobile in groups', phone: '138 0013 8000' },
    { case: 'a mobile with the country code', phone: '+86 138-0013-8000' },
    { case: 'a mobile with 00', phone: '0086 13800138000' },
    { case: 'a landline', phone: '010-65529988' },
    { case: 'an area code in brackets', phone: '(010) 65529988' },
    { case: 'an extension', phone: '010-65529988-801' },
    { case: 'an extension after 转', phone: '0571-8888 6666转801' },
    { case: 'an extension named 分机', phone: '021-61234567 分机 12' },
    { case: 'a landline without area code', phone: '65529988' },
    { case: 'an international landline with an extension', phone: '+86-10-6552 9988 转 801' },
    { case: 'a service number', phone: '400-820-8820' },
    { case: 'a free number', phone: '8008208820' },
    { case: 'a bank’s hotline', phone: '95588' },
    { case: 'a city’s hotline', phone: '12345' },
    { case: 'a number in Hong Kong', phone: '+852 2123 4567' },
    { case: 'a number in the United States', phone: '+1 (415) 555-2671 ext. 12' },
    { case: 'a number in the United States with dots', phone: '415.555.2671 x12' },
    { case: 'a number in the United Kingdom with a zero', phone: '+44 (0)20 7946 0958' },
    { case: 'a long dash', phone: '010—65529988' },
  ])('accepts $case as entered', ({ phone }) => {
    expect(SCHEMA.parse(phone)).toBe(phone)
  })

  it.each([
    { input: '１３８００１３８０００', phone: '13800138000' },
    { input: '（０１０）６５５２９９８８', phone: '(010)65529988' },
    { input: '＋86　13800138000', phone: '+86 13800138000' },
    { input: '  13800138000\t', phone: '13800138000' },
    { input: '\u200b138\u200d0013\ufeff8000\u200b', phone: '13800138000' },
  ])('normalizes $input', ({ input, phone }) => {
    expect(SCHEMA.parse(input)).toBe(phone)
  })

  it.each([
    { case: 'words', phone: '请发邮件' },
    { case: 'letters', phone: 'abcdefg' },
    { case: 'letters among digits', phone: '138001380OO' },
    { case: 'six digits', phone: '654321' },
    { case: 'consecutive digits', phone: '123456' },
    { case: 'five digits that are no hotline', phone: '54321' },
    { case: 'four digits', phone: '1234' },
    { case: 'separators only', phone: '(---) ----' },
    { case: 'another script’s digits', phone: '١٣٨٠٠١٣٨٠٠٠' },
    { case: 'too many digits', phone: '123456789012345678' },
    { case: 'digits only in the extension', phone: '(转12345' },
    { case: 'an email address', phone: 'chen@example.com' },
    { case: 'two plus signs', phone: '++8613800138000' },
    { case: 'a plus in the middle', phone: '138+0013800' },
    { case: 'an extension of seven digits', phone: '010-65529988转1234567' },
    { case: 'a script', phone: '13800138000<script>' },
    { case: 'a number that is too long', phone: '1-'.repeat(TEXT.word) },
  ])('rejects $case', ({ phone }) => {
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
