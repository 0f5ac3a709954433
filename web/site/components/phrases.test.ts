import { expect, it } from 'vitest'
import { splitPhrases } from './phrases.tsx'

it.each([
  ['看清智能体，再做决定', ['看清智能体，', '再做决定']],
  ['先看证据；再谈价格！', ['先看证据；', '再谈价格！']],
  ['专业评估', ['专业评估']],
  ['从接口到办事：权限设计（示例）', ['从接口到办事：', '权限设计', '（示例）']],
  ['上海（示例），会前通知', ['上海', '（示例），', '会前通知']],
  ['没有另一半（', ['没有另一半', '（']],
  ['（一）（二）', ['（一）', '（二）']],
  ['（一（二）三）', ['（', '一', '（二）', '三）']],
  ['“鉴”，鉴别', ['“鉴”，', '鉴别']],
  ['', ['']],
  ['，', ['，']],
])('splits %j into phrases without losing text', (text, phrases) => {
  expect(splitPhrases(text)).toEqual(phrases)
  expect(phrases.join('')).toBe(text)
})
