import { describe, expect, it } from 'vitest'
import { GramIndex } from './gram-index.ts'

const createIndex = (texts: readonly string[]) => {
  const index = new GramIndex()
  for (const [slot, text] of texts.entries()) index.add(slot, text)
  return index
}

const search = (index: GramIndex, query: string, slots: number) => {
  const textCandidates = index.candidates(query)
  return Array.from({ length: slots }, (_, slot) => slot).filter((slot) => textCandidates?.(slot) ?? true)
}

describe('gram index', () => {
  const texts = ['智能客服', '客服智能', '审计', 'dify', '🚀火箭', '', 'aaaa']
  const index = createIndex(texts)

  it.each([
    ['a character', '智', [0, 1]],
    ['a pair', '客服', [0, 1]],
    ['a pair that only one has', '能客', [0]],
    ['letters', 'if', [3]],
    ['emoji', '🚀', [4]],
    ['a letter repeated', 'aa', [6]],
    ['what none has', '采购', []],
    ['a pair that none has, of characters that one has', '计审', []],
    ['the empty query', '', [0, 1, 2, 3, 4, 5, 6]],
  ])('narrows by %s', (_, query, slots) => {
    expect(search(index, query, texts.length)).toEqual(slots)
  })

  it('always finds products that contain the query', () => {
    const changes = Array.from({ length: 2_000 }, (_, slot) => `产品${slot}号：${String.fromCodePoint(0x4e00 + slot)}`)
    const extended = createIndex(changes)
    for (const slot of [0, 31, 32, 255, 256, 1_023, 1_999]) {
      const query = changes[slot]?.slice(1) ?? ''
      expect(extended.candidates(query)?.(slot)).toBe(true)
      expect(search(extended, query, changes.length).length).toBeLessThan(10)
    }
  })

  it('adds a second text to a slot', () => {
    const both = createIndex(['zhineng'])
    both.add(0, 'zn')
    expect([both.candidates('zn')?.(0), both.candidates('zhi')?.(0), both.candidates('ng')?.(7)]).toEqual([
      true,
      true,
      false,
    ])
  })
})
