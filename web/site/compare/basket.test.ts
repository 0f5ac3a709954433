import { describe, expect, it } from 'vitest'
import { type Baskets, createBaskets } from './basket.ts'

/** Fake storage that is shared by the tabs of a browser. */
function createStorage() {
  let stored: Baskets | undefined
  return {
    read: () => stored,
    write(value: Baskets) {
      stored = value
    },
  }
}

const createItem = (id: string) => ({ id, name: id.toUpperCase() })
const listIds = (tab: ReturnType<typeof createBaskets>) => tab.get().agent.map(({ id }) => id)

describe('the baskets', () => {
  it('adds products up to a limit', () => {
    const tab = createBaskets(createStorage())
    expect(tab.toggle('agent', createItem('dify'), 2)).toBe(true)
    expect(tab.toggle('agent', createItem('coze'), 2)).toBe(true)
    expect(tab.toggle('agent', createItem('n8n'), 2)).toBe(false)
    expect(listIds(tab)).toEqual(['dify', 'coze'])
  })

  it('removes a product that is in the basket, even if the basket is full', () => {
    const tab = createBaskets(createStorage())
    tab.toggle('agent', createItem('dify'), 1)
    expect(tab.toggle('agent', createItem('dify'), 1)).toBe(true)
    expect(listIds(tab)).toEqual([])
  })

  it('limits each catalogue separately, and returns which one changed last', () => {
    const tab = createBaskets(createStorage())
    tab.toggle('agent', createItem('dify'), 1)
    expect(tab.toggle('ai', createItem('kimi'), 1)).toBe(true)
    expect(tab.get().latest).toBe('ai')
  })

  it('merges changes of two tabs that have not been notified of each other', () => {
    const storage = createStorage()
    const firstTab = createBaskets(storage)
    const secondTab = createBaskets(storage)
    expect(listIds(firstTab)).toEqual([])
    expect(listIds(secondTab)).toEqual([])
    firstTab.toggle('agent', createItem('dify'), 4)
    secondTab.toggle('agent', createItem('coze'), 4)
    firstTab.reload()
    expect(listIds(firstTab)).toEqual(['dify', 'coze'])
    expect(listIds(secondTab)).toEqual(['dify', 'coze'])
  })

  it('adds products from the first URL of a visit, but not from later ones', () => {
    const storage = createStorage()
    createBaskets(storage).toggle('agent', createItem('own'), 4)
    const tab = createBaskets(storage)
    expect(tab.addFromUrl('agent', ['shared', 'own'])).toBe(true)
    expect(tab.get().agent).toEqual([{ id: 'shared', name: '' }, createItem('own')])
    tab.remove('agent', 'shared')
    expect(tab.addFromUrl('agent', ['shared'])).toBe(false)
    expect(listIds(tab)).toEqual(['own'])
  })

  it('adds the products of a comparison only if the basket is empty', () => {
    const tab = createBaskets(createStorage())
    tab.fillIfEmpty('agent', ['dify', 'coze'])
    tab.fillIfEmpty('agent', ['n8n'])
    expect(listIds(tab)).toEqual(['dify', 'coze'])
  })

  it('is empty if the stored value is invalid', () => {
    const storage = createStorage()
    storage.write(JSON.parse('{"agent":{}}'))
    expect(listIds(createBaskets(storage))).toEqual([])
  })
})
