import { expect, it } from 'vitest'
import { findToken } from './use-fragment-token.ts'

const TOKEN = 'A'.repeat(43)
const EARLIER = 'B'.repeat(43)
const find = (hash: string, stored?: string) => findToken(hash, { stored, isPartOfPage: (id) => id === 'main' })

it.each([
  ['a link', `#${TOKEN}`, EARLIER, TOKEN],
  ['a reload without a fragment', '', EARLIER, EARLIER],
  ['a part of the page', '#main', EARLIER, EARLIER],
  ['the first visit without a link', '', undefined, null],
])('finds the token of %s', (_, hash, stored, token) => {
  expect(find(hash, stored)).toBe(token)
})

it.each(['#bad', `#${TOKEN}%20`, `#${TOKEN}.`])(
  'finds no token in the damaged link %s, not even a stored one',
  (hash) => {
    expect(find(hash, EARLIER)).toBe(null)
  },
)
