import { expect, it } from 'vitest'
import { getAvatarColorClass, getInitial } from './product-logo.tsx'

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
  const names = ['Dify', 'Coze', 'n8n', 'Rasa', 'MaxKB', 'RAGFlow', 'FastGPT', 'BISHENG', 'AutoGen', 'Haystack']
  expect(names.map(getAvatarColorClass)).toEqual(names.map(getAvatarColorClass))
  expect(new Set(names.map(getAvatarColorClass)).size).toBeGreaterThan(3)
})
