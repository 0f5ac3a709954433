import { expect, it } from 'vitest'
import { restoreDetails } from './use-bank-details.ts'

const INITIAL = { title: '客服题库', description: '第1版的说明', licence: '自有', source: '客服部', tags: '' }

it('restores what was typed, also what was emptied', () => {
  const typed = { ...INITIAL, description: '', source: '客服部与质检部' }
  expect(restoreDetails(typed, INITIAL)).toEqual(typed)
})

it.each([
  ['nothing', undefined],
  ['a text', '题库'],
  ['other fields', { title: 5, mood: 'calm' }],
])('begins with the bank’s own details if %s is stored', (_case, stored) => {
  expect(restoreDetails(stored, INITIAL)).toEqual(INITIAL)
})
