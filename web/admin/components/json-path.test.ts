import { describe, expect, it } from 'vitest'
import { getValueAt, moveItem, parsePath, withValueAt } from './json-path.ts'

const document = {
  hero: { title: '标题', buttons: [{ text: '购买' }, { text: '试用' }] },
  pageInfo: { title: '首页' },
}

describe('getValueAt', () => {
  it.each<[string, unknown]>([
    ['', document],
    ['hero.title', '标题'],
    ['hero.buttons.1.text', '试用'],
    ['hero.buttons.9.text', undefined],
    ['hero.title.length', undefined],
    ['hero.buttons.length', undefined],
    ['footer.links.0', undefined],
    ['constructor', undefined],
  ])('returns the value at %j', (path, value) => {
    expect(getValueAt(document, parsePath(path))).toEqual(value)
  })
})

describe('withValueAt', () => {
  it('changes one value', () => {
    expect(withValueAt(document, ['hero', 'buttons', 1, 'text'], '咨询')).toEqual({
      hero: { title: '标题', buttons: [{ text: '购买' }, { text: '咨询' }] },
      pageInfo: { title: '首页' },
    })
    expect(document.hero.buttons[1]?.text).toBe('试用')
  })
  it('shares the unchanged objects', () => {
    const changed = withValueAt(document, ['hero', 'buttons', 1, 'text'], '咨询')
    expect(getValueAt(changed, ['pageInfo'])).toBe(document.pageInfo)
    expect(getValueAt(changed, ['hero', 'buttons', 0])).toBe(document.hero.buttons[0])
  })
  it('returns the same document if nothing changes', () => {
    expect(withValueAt(document, ['hero', 'title'], '标题')).toBe(document)
    expect(withValueAt(document, ['hero', 'buttons', 0, 'text'], '购买')).toBe(document)
  })
  it('creates missing parents', () => {
    expect(withValueAt({}, ['hero', 'title'], '标题')).toEqual({ hero: { title: '标题' } })
    expect(withValueAt({ hero: null }, ['hero', 'title'], '标题')).toEqual({ hero: { title: '标题' } })
  })
})

describe('moveItem', () => {
  it.each<[number, number, string]>([
    [0, 2, 'bca'],
    [2, 0, 'cab'],
    [1, 1, 'abc'],
    [0, 1, 'bac'],
    [9, 0, 'abc'],
  ])('moves the item at index %i to index %i: %s', (from, to, expected) => {
    expect(moveItem(['a', 'b', 'c'], from, to).join('')).toBe(expected)
  })
})
