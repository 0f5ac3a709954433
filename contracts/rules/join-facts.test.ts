import { expect, it } from 'vitest'
import { joinFacts } from './join-facts.ts'

it('joins facts so that a line can only break after a dot', () => {
  expect(joinFacts(['财务', '', undefined, '免费'])).toBe('财务\u{a0}· 免费')
  expect(joinFacts([''])).toBe('')
})
