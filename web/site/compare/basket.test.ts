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

const item = (id: string) => ({ id, name: id.toUpperCase() })
const getIds = (tab: ReturnType<typeof createBaskets>) => tab.get().agent.map(({ id }) => id)

describe('the baskets', () => {
  it('adds and removes products up to a limit, separately for each catalogue', () => {
    const tab = createBaskets(createStorage())
    expect([tab.toggle('agent', item('a'), 2), tab.toggle('agent', item('b'), 2)]).toEqual([true, true])
    expect(tab.toggle('agent', item('c'), 2)).toBe(false)
    expect(tab.toggle('ai', item('c'), 2)).toBe(true)
    tab.toggle('agent', item('a'), 2)
    expect([getIds(tab), tab.get().latest]).toEqual([['b'], 'agent'])
  })

  it('merges changes of two tabs that have not been notified of each other', () => {
    const storage = createStorage()
    const [first, second] = [createBaskets(storage), createBaskets(storage)]
    expect([getIds(first), getIds(second)]).toEqual([[], []])
    first.toggle('agent', item('a'), 4)
    second.toggle('agent', item('b'), 4)
    first.reload()
    expect([getIds(first), getIds(second)]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])
  })

  it('adds products from the first URL of a visit, but not from later ones', () => {
    const storage = createStorage()
    createBaskets(storage).toggle('agent', item('own'), 4)
    const tab = createBaskets(storage)
    expect(tab.addFromUrl('agent', ['shared', 'own'])).toBe(true)
    expect(tab.get().agent).toEqual([{ id: 'shared', name: '' }, item('own')])
    tab.remove('agent', 'shared')
    expect(tab.addFromUrl('agent', ['shared'])).toBe(false)
    expect(getIds(tab)).toEqual(['own'])
  })

  it('adds the products of a comparison only if the basket is empty', () => {
    const tab = createBaskets(createStorage())
    tab.fillIfEmpty('agent', ['a', 'b'])
    tab.fillIfEmpty('agent', ['c'])
    expect(getIds(tab)).toEqual(['a', 'b'])
  })

  it('is empty if the stored value is invalid', () => {
    const storage = createStorage()
    storage.write(JSON.parse('{"agent":{}}'))
    expect(getIds(createBaskets(storage))).toEqual([])
  })
})
