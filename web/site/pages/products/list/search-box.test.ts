import { describe, expect, it } from 'vitest'
import { createDraft, getSearch, syncDraft } from './search-box.tsx'

describe('syncDraft', () => {
  it.each([
    ['keeps the draft if the URL is unchanged', { text: 'ab', lastSubmitted: 'a', lastSynced: 'a' }, 'a', 'ab'],
    ['keeps text typed after the search was sent', { text: 'ab ', lastSubmitted: 'a', lastSynced: '' }, 'a', 'ab '],
    ['keeps a trailing space', { text: 'open ', lastSubmitted: 'open', lastSynced: '' }, 'open', 'open '],
    ['adopts another search from the URL', { text: 'ab', lastSubmitted: 'ab', lastSynced: 'ab' }, 'a', 'a'],
    ['adopts an empty search from the URL', { text: 'ab', lastSubmitted: 'ab', lastSynced: 'ab' }, '', ''],
  ])('%s', (_, draft, search, text) => {
    expect(syncDraft(draft, search)).toMatchObject({ text, lastSynced: search })
  })

  it('adopts an earlier search from the URL if there was another one in between', () => {
    const back = syncDraft({ text: 'ab', lastSubmitted: 'ab', lastSynced: 'ab' }, '')
    expect(syncDraft(back, 'ab')).toEqual(createDraft('ab'))
  })
})

it('trims the search', () => {
  expect(getSearch(createDraft('  '))).toBe('')
})
