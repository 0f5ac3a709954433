import { expect, it } from 'vitest'
import { parseScore, parseStored } from './evaluation-store.ts'

const INITIAL_EVALUATION = { productName: '', techScore: 50, businessScore: 50, marketScore: 50, isScored: false }
const STORED = { productName: '智能客服', techScore: 0, businessScore: 100, marketScore: 7, isScored: true }

it('returns a valid stored evaluation', () => {
  expect(parseStored(JSON.parse(JSON.stringify(STORED)))).toEqual(STORED)
})

it.each([
  ['nothing', null],
  ['a text', 'text'],
  ['an older format', { tech: 50 }],
  ['a score as text', { ...STORED, techScore: '50' }],
  ['a score out of range', { ...STORED, marketScore: 101 }],
  ['a fraction', { ...STORED, marketScore: 50.5 }],
])('returns the initial evaluation for %s', (_, value) => {
  expect(parseStored(value)).toEqual(INITIAL_EVALUATION)
})

it('truncates a name that is too long', () => {
  expect(parseStored({ ...STORED, productName: 'x'.repeat(300) }).productName).toHaveLength(200)
})

it.each([
  ['85', 85],
  ['８５', 85],
  ['', undefined],
  ['150', undefined],
  ['8.5', undefined],
])('parses the score %j', (input, score) => {
  expect(parseScore(input)).toBe(score)
})
