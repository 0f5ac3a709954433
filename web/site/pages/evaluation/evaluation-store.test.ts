import { expect, it } from 'vitest'
import { parseStored } from './evaluation-store.ts'

const INITIAL = { productName: '', techScore: 50, businessScore: 50, marketScore: 50, isScored: false }
const KEPT = { productName: '智能客服', techScore: 0, businessScore: 100, marketScore: 7, isScored: true }

it('round-trips a stored evaluation', () => {
  expect(parseStored(JSON.parse(JSON.stringify(KEPT)))).toEqual(KEPT)
})

it.each([
  ['nothing', null],
  ['a text', 'x'],
  ['an older form', { tech: 50 }],
  ['a score as text', { ...KEPT, techScore: '50' }],
  ['a score out of range', { ...KEPT, marketScore: 101 }],
  ['a fraction', { ...KEPT, marketScore: 50.5 }],
])('returns the initial evaluation for %s', (_, value) => {
  expect(parseStored(value)).toEqual(INITIAL)
})

it('truncates a name that is too long', () => {
  expect(parseStored({ ...KEPT, productName: 'x'.repeat(300) }).productName).toHaveLength(200)
})
