import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#contracts/rules/is-object.ts'
import { DOCUMENT_KINDS, type DocumentKind } from '#contracts/vocabulary.ts'
import { listRemovedContent } from './list-removed-content.ts'
import { recognizeDocument } from './recognize-document.ts'

const readSample = (kind: DocumentKind): JsonObject =>
  JSON.parse(readFileSync(new URL(`../../../../demo/documents/${kind}.json`, import.meta.url), 'utf8'))
const recognize = (file: JsonObject, preferred: DocumentKind, filename = 'data.json') =>
  recognizeDocument(file, { preferred, filename })

describe('recognizeDocument', () => {
  const CATALOGUES: readonly DocumentKind[] = ['products', 'ai']
  it.each(DOCUMENT_KINDS.filter((kind) => !CATALOGUES.includes(kind)))(
    'recognizes a file of %s on any page',
    (kind) => {
      for (const preferred of DOCUMENT_KINDS) expect(recognize(readSample(kind), preferred), preferred).toBe(kind)
    },
  )

  it('assigns a catalogue file to the open catalogue, unless its name says otherwise', () => {
    const file = readSample('products')
    expect(recognize(file, 'products')).toBe('products')
    expect(recognize(file, 'ai')).toBe('ai')
    expect(recognize(file, 'ai', 'products-content-2026-11-21.json')).toBe('products')
    expect(recognize(file, 'home')).toBe('products')
  })

  it('recognizes the legacy format', () => {
    expect(recognize({ heroSection: {}, stats: [] }, 'submit')).toBe('home')
    expect(recognize({ events: [], members: [] }, 'home')).toBe('community')
  })

  it('assigns a file that fits several pages to the open page', () => {
    expect(recognize({ pageInfo: { title: '标题' } }, 'selection')).toBe('selection')
  })

  it('returns undefined for a file without sections, whatever its name', () => {
    expect(recognize({ name: 'zhijian', version: '1.0.0' }, 'home', 'home-content-2026-11-21.json')).toBeUndefined()
    expect(recognize({}, 'home')).toBeUndefined()
  })
})

describe('listRemovedContent', () => {
  const before = {
    hero: { title: '标题', subtitle: '', buttons: [{ text: '了解更多' }, { text: '联系我们' }], isWide: true },
    statistics: [1, 2, 3],
    tags: ['开源'],
  }
  it('lists nothing if nothing is missing', () => {
    expect(listRemovedContent(before, before)).toEqual([])
    expect(
      listRemovedContent(before, {
        ...before,
        hero: { ...before.hero, title: '新标题' },
        tags: ['私有部署', '免费试用'],
      }),
    ).toEqual([])
  })
  it('counts removed texts and missing list items by section', () => {
    expect(
      listRemovedContent(before, {
        hero: { title: ' ', buttons: [{ text: '预约演示' }] },
        statistics: [],
        extra: ['其他内容'],
      }),
    ).toEqual([
      { section: 'hero', count: 2 },
      { section: 'statistics', count: 3 },
      { section: 'tags', count: 1 },
    ])
  })
  it('counts everything if the file belongs to another page', () => {
    expect(listRemovedContent(before, { pageInfo: {} })).toEqual([
      { section: 'hero', count: 3 },
      { section: 'statistics', count: 3 },
      { section: 'tags', count: 1 },
    ])
  })
  it('counts products that a list of the same length replaces', () => {
    const products = [
      { id: 'a', name: '智能客服' },
      { id: 'b', name: '合同审查' },
      { id: 'c', name: '知识问答' },
    ]
    expect(
      listRemovedContent(
        { products },
        { products: [{ name: '智能客服' }, { id: 'b', name: '合同助手' }, { name: 'Dify' }] },
      ),
    ).toEqual([{ section: 'products', count: 1 }])
  })
})
