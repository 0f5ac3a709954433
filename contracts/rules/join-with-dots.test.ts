import { expect, it } from 'vitest'
import { joinWithDots } from './join-with-dots.ts'

it('joins texts so that a line can only break after a dot', () => {
  expect(joinWithDots(['财务', '', undefined, '免费'])).toBe('财务\u{a0}· 免费')
  expect(joinWithDots([''])).toBe('')
})
