import { expect, it } from 'vitest'
import { getInitial, getLogoToneClass } from './product-logo.tsx'

it.each([
  ['dify', 'D'],
  ['智能客服', '智'],
  ['（示例）产品', '示'],
  ['《鉴》', '鉴'],
  ['78AI', '7'],
  ['🚀火箭', '🚀'],
  ['——', '—'],
  ['', ''],
])('returns for %j the initial %j', (name, initial) => {
  expect(getInitial(name)).toBe(initial)
})

it('returns the same tone for the same name, and different tones for different names', () => {
  expect(getLogoToneClass('Dify')).toBe(getLogoToneClass('Dify'))
  expect(getLogoToneClass('Coze')).not.toBe(getLogoToneClass('Dify'))
})
