import { describe, expect, it } from 'vitest'
import { changedNotes, isSame, mergedNotes, type Typed } from './merged-notes.ts'

const typed = (more: Partial<Typed> = {}): Typed => ({ reviewNotes: '', vendorNotes: '', checklist: [], ...more })

it.each([
  [typed(), typed(), true],
  [typed({ checklist: ['website'] }), typed({ checklist: ['website'] }), true],
  [typed({ reviewNotes: 'a' }), typed({ vendorNotes: 'a' }), false],
  [typed({ checklist: ['website'] }), typed({ checklist: ['vendor'] }), false],
])('%j and %j are the same: %s', (one, other, same) => {
  expect(isSame(one, other)).toBe(same)
})

it('sends what differs alone', () => {
  expect(changedNotes(typed({ reviewNotes: '甲' }), typed({ reviewNotes: '甲', checklist: ['unique'] }))).toEqual({
    checklist: ['unique'],
  })
})

describe('mergedNotes', () => {
  const before = typed({ reviewNotes: '原', checklist: ['vendor', 'website'] })

  it.each<[string, Partial<Typed>, Partial<Typed>, Partial<Typed>, object]>([
    ['what they alone changed', {}, { vendorNotes: '他' }, { vendorNotes: '他' }, {}],
    ['what we alone changed', { reviewNotes: '我' }, {}, { reviewNotes: '我' }, {}],
    ['different fields', { reviewNotes: '我' }, { vendorNotes: '他' }, { reviewNotes: '我', vendorNotes: '他' }, {}],
    ['the same words', { reviewNotes: '同' }, { reviewNotes: '同' }, { reviewNotes: '同' }, {}],
    ['one text twice', { reviewNotes: '我' }, { reviewNotes: '他' }, { reviewNotes: '我' }, { reviewNotes: '他' }],
    [
      'a text that they emptied',
      { reviewNotes: '我' },
      { reviewNotes: '' },
      { reviewNotes: '我' },
      { reviewNotes: '' },
    ],
    [
      'ticks of both',
      { checklist: ['vendor', 'unique'] },
      { checklist: ['claims'] },
      { checklist: ['claims', 'unique'] },
      {},
    ],
  ])('%s', (_, ours, theirs, merged, clash) => {
    const result = mergedNotes({ before, ours: { ...before, ...ours }, theirs: { ...before, ...theirs }, clash: {} })
    expect(result).toEqual({ typed: { ...before, ...merged }, clash })
  })

  it('leaves open what was not settled when a third version comes', () => {
    const theirs = typed({ reviewNotes: '他' })
    const of = { before: theirs, ours: typed({ reviewNotes: '我' }), clash: { reviewNotes: '他' } }
    expect(mergedNotes({ ...of, theirs }).clash).toEqual({ reviewNotes: '他' })
    expect(mergedNotes({ ...of, theirs: typed({ reviewNotes: '她' }) }).clash).toEqual({ reviewNotes: '她' })
    expect(mergedNotes({ ...of, theirs: typed({ reviewNotes: '我' }) })).toEqual({
      typed: typed({ reviewNotes: '我' }),
      clash: {},
    })
  })
})
