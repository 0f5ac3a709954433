import { describe, expect, it } from 'vitest'
import { createDraft, getSearch, syncDraft } from './search-box.tsx'

describe('syncDraft', () => {
  it.each([
    ['keeps the draft if the URL is unchanged', { text: 'ab', lastSent: 'a', lastSeen: 'a' }, 'a', 'ab'],
    ['keeps text typed after the search was sent', { text: 'ab ', lastSent: 'a', lastSeen: '' }, 'a', 'ab '],
    ['keeps a trailing space', { text: 'open ', lastSent: 'open', lastSeen: '' }, 'open', 'open '],
    ['adopts another search from the URL', { text: 'ab', lastSent: 'ab', lastSeen: 'ab' }, 'a', 'a'],
    ['adopts an empty search from the URL', { text: 'ab', lastSent: 'ab', lastSeen: 'ab' }, '', ''],
  ])('%s', (_, draft, search, text) => {
    expect(syncDraft(draft, search)).toMatchObject({ text, lastSeen: search })
  })

  it('adopts an earlier search from the URL if there was another one in between', () => {
    const back = syncDraft({ text: 'ab', lastSent: 'ab', lastSeen: 'ab' }, '')
    expect(syncDraft(back, 'ab')).toEqual(createDraft('ab'))
  })
})

it('trims the search', () => {
  expect(getSearch(createDraft('  '))).toBe('')
})
