import { describe, expect, it } from 'vitest'
import { isStorable, toStorableStart } from './storable-text.ts'

describe('isStorable', () => {
  it.each([
    { case: 'an empty text', text: '' },
    { case: 'characters', text: '普通文字' },
    { case: 'control characters other than NUL', text: '\u0001\u001b\u007f\uffff\ufeff' },
    { case: 'an emoji', text: '😀' },
    { case: 'a complete surrogate pair', text: '字\ud83d\ude00字' },
  ])('accepts $case', ({ text }) => {
    expect(isStorable(text)).toBe(true)
  })

  it.each([
    { case: 'NUL alone', text: '\u0000' },
    { case: 'NUL in a text', text: 'a\u0000' },
    { case: 'the first half of a surrogate pair', text: '\ud83d' },
    { case: 'the second half of a surrogate pair', text: '字\udfff' },
    { case: 'the halves of a surrogate pair in reverse order', text: '\ude00\ud83d' },
  ])('rejects $case', ({ text }) => {
    expect(isStorable(text)).toBe(false)
  })
})

describe('toStorableStart', () => {
  it('keeps what can be stored, up to a length', () => {
    expect(toStorableStart('字😀字', 4)).toBe('字😀字')
    expect(toStorableStart('字😀字', 3)).toBe('字😀')
  })

  it('replaces what can’t be stored, and the half that a cut leaves', () => {
    expect(toStorableStart('a\u0000b\ud800', 9)).toBe('a\ufffdb\ufffd')
    expect(toStorableStart('字😀字', 2)).toBe('字\ufffd')
  })
})
