import { describe, expect, it } from 'vitest'
import { getValueAt, moveItem, parsePath, withValueAt } from './json-path.ts'

const document = { hero: { title: '标题', buttons: [{ text: '一' }, { text: '二' }] }, other: { kept: true } }

describe('getValueAt', () => {
  it.each<[string, unknown]>([
    ['', document],
    ['hero.title', '标题'],
    ['hero.buttons.1.text', '二'],
    ['hero.buttons.9.text', undefined],
    ['hero.title.length', undefined],
    ['hero.buttons.length', undefined],
    ['nowhere.at.all', undefined],
    ['constructor', undefined],
  ])('returns the value at %j', (path, value) => {
    expect(getValueAt(document, parsePath(path))).toEqual(value)
  })
})

describe('withValueAt', () => {
  it('changes one value and shares the rest', () => {
    const changed = withValueAt(document, ['hero', 'buttons', 1, 'text'], '新')
    expect(changed).toEqual({ ...document, hero: { title: '标题', buttons: [{ text: '一' }, { text: '新' }] } })
    expect(getValueAt(changed, ['other'])).toBe(document.other)
    expect(getValueAt(changed, ['hero', 'buttons', 0])).toBe(document.hero.buttons[0])
    expect(document.hero.buttons[1]?.text).toBe('二')
  })
  it('returns the same document if nothing changes', () => {
    expect(withValueAt(document, ['hero', 'title'], '标题')).toBe(document)
    expect(withValueAt(document, ['hero', 'buttons', 0, 'text'], '一')).toBe(document)
  })
  it('creates missing parents', () => {
    expect(withValueAt({}, ['a', 'b'], 1)).toEqual({ a: { b: 1 } })
    expect(withValueAt({ a: null }, ['a', 'b'], 1)).toEqual({ a: { b: 1 } })
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
