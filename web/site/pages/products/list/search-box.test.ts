import { describe, expect, it } from 'vitest'
import { createDraft, getSearch, syncDraft } from './search-box.tsx'

describe('syncDraft', () => {
  it.each([
    ['nothing new', { text: 'ab', lastSent: 'a', lastSeen: 'a' }, 'a', 'ab'],
    ['what was sent, and keeps what was typed since', { text: 'ab ', lastSent: 'a', lastSeen: '' }, 'a', 'ab '],
    ['what was sent, and keeps a blank at the end', { text: 'open ', lastSent: 'open', lastSeen: '' }, 'open', 'open '],
    ['another search, and takes it', { text: 'ab', lastSent: 'ab', lastSeen: 'ab' }, 'a', 'a'],
    ['no search, and takes it', { text: 'ab', lastSent: 'ab', lastSeen: 'ab' }, '', ''],
  ])('sees %s', (_, draft, search, text) => {
    expect(syncDraft(draft, search)).toMatchObject({ text, lastSeen: search })
  })

  it('takes a search that was sent before, once another was seen between', () => {
    const back = syncDraft({ text: 'ab', lastSent: 'ab', lastSeen: 'ab' }, '')
    expect(syncDraft(back, 'ab')).toEqual(createDraft('ab'))
  })
})

it('sends no blanks', () => {
  expect(getSearch(createDraft('  '))).toBe('')
})
