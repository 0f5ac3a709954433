import { describe, expect, it } from 'vitest'
import { compareDocuments } from './compare.ts'

const createItems = (count: number, note: string) => Array.from({ length: count }, (_, id) => ({ id: `${id}`, note }))

describe('comparing two versions of a document', () => {
  it.each([
    ['small documents', 10],
    ['large documents, in a separate process', 4_000],
  ])('counts the changes of %s, and names their sections', async (_, count) => {
    const before = { 'a.b': 1, same: createItems(count, 'x'), changed: createItems(count, 'x'), removed: null }
    const after = { 'a.b': 2, same: createItems(count, 'x'), changed: createItems(count, 'y'), added: {} }
    const { texts, ...changes } = await compareDocuments({ before, after })
    expect(texts).toHaveLength(10)
    expect(texts.slice(0, 2)).toEqual(['a.b：1 → 2', 'changed.0.note：x → y'])
    expect(changes).toEqual({
      paths: count + 3,
      sections: ['a.b', 'changed', 'removed', 'added'],
    })
  })
})
