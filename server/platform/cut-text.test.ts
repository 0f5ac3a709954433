import { expect, it } from 'vitest'
import { cutText, isCutText } from './cut-text.ts'

it('keeps a text that fits', () => {
  expect(cutText('字'.repeat(100), 100)).toBe('字'.repeat(100))
  expect(isCutText('字'.repeat(100))).toBe(false)
})

it('cuts a longer one, with a note first that gives its length', () => {
  const cut = cutText('字'.repeat(101), 100)
  expect(cut).toMatch(/^【全文101字，.+】\n字+$/)
  expect(cut).toHaveLength(100)
  expect(isCutText(cut)).toBe(true)
})

it('never cuts a character in half', () => {
  const cuts = [100, 101].map((max) => cutText('😀'.repeat(99), max))
  expect(cuts.map((cut) => cut.isWellFormed())).toEqual([true, true])
})
