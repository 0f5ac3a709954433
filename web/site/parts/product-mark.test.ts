import { expect, it } from 'vitest'
import { markInitial, markTone } from './product-mark.tsx'

it.each([
  ['dify', 'D'],
  ['智能客服', '智'],
  ['（示例）产品', '示'],
  ['《鉴》', '鉴'],
  ['78AI', '7'],
  ['🚀火箭', '🚀'],
  ['——', '—'],
  ['', ''],
])('the initial of %j is %j', (name, initial) => {
  expect(markInitial(name)).toBe(initial)
})

it('gives a name one tone, and names many', () => {
  const names = ['Dify', 'Coze', 'n8n', 'Rasa', 'MaxKB', 'RAGFlow', 'FastGPT', 'BISHENG', 'AutoGen', 'Haystack']
  expect(names.map(markTone)).toEqual(names.map(markTone))
  expect(new Set(names.map(markTone)).size).toBeGreaterThan(3)
})
