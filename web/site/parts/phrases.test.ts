import { expect, it } from 'vitest'
import { splitPhrases } from './phrases.tsx'

it.each([
  ['看清智能体，再做决定', ['看清智能体，', '再做决定']],
  ['先看证据；再谈价格！', ['先看证据；', '再谈价格！']],
  ['专业评估', ['专业评估']],
  ['“鉴”，鉴别', ['“鉴”，', '鉴别']],
  ['', ['']],
  ['，', ['，']],
])('splits %j into phrases, and loses nothing', (text, phrases) => {
  expect(splitPhrases(text)).toEqual(phrases)
  expect(phrases.join('')).toBe(text)
})
