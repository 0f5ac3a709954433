import { expect, it } from 'vitest'
import type { FactValue } from '../../facts/fact-value.ts'
import type { AttributeType } from '../../facts/vocabulary.ts'
import { describeFactValue } from './value-text.ts'

const CERTIFICATE = { name: '网络安全等级保护', level: '', number: '', issuer: '', validUntil: null }

it.each<[AttributeType, FactValue, string]>([
  ['yesNo', 'partial', '部分支持'],
  ['number', 16, '16 GB'],
  ['date', '2026-11-21', '2026年11月21日'],
  ['date', '2026-11', '2026年11月'],
  ['choices', ['通义千问', 'DeepSeek'], '通义千问、DeepSeek'],
  ['choices', [], '无'],
  ['certificate', 'none', '无'],
  ['certificate', CERTIFICATE, '网络安全等级保护'],
  ['certificate', { ...CERTIFICATE, level: '三级' }, '网络安全等级保护，三级'],
  [
    'certificate',
    { ...CERTIFICATE, level: '三级', number: '甲-1', issuer: '乙局', validUntil: '2027-01-31' },
    '网络安全等级保护，三级；编号：甲-1；发证机构：乙局；有效期至：2027年1月31日',
  ],
])('formats a value of type %s for readers: %j', (type, value, text) => {
  expect(describeFactValue({ type, unit: 'GB' }, value)).toBe(text)
})
