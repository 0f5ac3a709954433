import { expect, it } from 'vitest'
import { FactValueSchema } from '../../facts/fact-value.ts'
import { readFactValue } from './read-fact-value.ts'

const CERTIFICATE = {
  name: ' 网络安全等级保护 ',
  level: '三级',
  number: '1',
  issuer: '公安部',
  validUntil: '2027-01-31',
}

it.each([
  '支持',
  '',
  12.5,
  [],
  ['通义千问', 'DeepSeek'],
  ['通义千问', 1],
  CERTIFICATE,
  { name: 'ISO 27001' },
  { ...CERTIFICATE, validUntil: null },
  { ...CERTIFICATE, validUntil: '2027-02-30' },
  { ...CERTIFICATE, level: 3 },
  { name: ' ' },
  {},
  null,
  true,
])('reads %j as the schema does', (value) => {
  expect(readFactValue(value)).toEqual(FactValueSchema.safeParse(value).data)
})
