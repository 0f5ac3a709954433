import { describe, expect, it } from 'vitest'
import { draftOf, searchOf, seeing } from './search-draft.ts'

describe('seeing', () => {
  it.each([
    ['nothing new', { text: 'ab', sent: 'a', seen: 'a' }, 'a', 'ab'],
    ['what was sent, and keeps what was typed since', { text: 'ab ', sent: 'a', seen: '' }, 'a', 'ab '],
    ['what was sent, and keeps a blank at the end', { text: 'open ', sent: 'open', seen: '' }, 'open', 'open '],
    ['another search, and takes it', { text: 'ab', sent: 'ab', seen: 'ab' }, 'a', 'a'],
    ['no search, and takes it', { text: 'ab', sent: 'ab', seen: 'ab' }, '', ''],
  ])('sees %s', (_, draft, search, text) => {
    expect(seeing(draft, search)).toMatchObject({ text, seen: search })
  })

  it('takes a search that was sent before, once another was seen between', () => {
    const back = seeing({ text: 'ab', sent: 'ab', seen: 'ab' }, '')
    expect(seeing(back, 'ab')).toEqual(draftOf('ab'))
  })
})

it('sends no blanks', () => {
  expect(searchOf(draftOf('  '))).toBe('')
})
