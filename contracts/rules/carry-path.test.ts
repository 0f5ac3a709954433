import { expect, it } from 'vitest'
import { carryPath, createPathCarrier, getExistingPath, isRemoved } from './carry-path.ts'

const [A, B, C] = [{ title: '甲' }, { title: '乙' }, { title: '丙', links: ['一', '二'] }]

it.each([
  { change: 'a swap', path: 'list.0.title', after: [B, A, C], carried: 'list.1.title' },
  { change: 'an insertion', path: 'list.2.title', after: [A, { title: '新' }, B, C], carried: 'list.3.title' },
  { change: 'a removal before it', path: 'list.1', after: [B, C], carried: 'list.0' },
  { change: 'its own removal', path: 'list.1.title', after: [A, C], carried: 'list.-.title' },
  { change: 'another title in place', path: 'list.1.title', after: [A, { title: '改名' }, C], carried: 'list.1.title' },
  { change: 'a removal in a nested list', path: 'list.2.links.1', after: [C, A], carried: 'list.0.links.1' },
  { change: 'the removal of the whole list', path: 'list.1.title', after: undefined, carried: 'list.1.title' },
  { change: 'any change, if its item was not saved', path: 'list.9.title', after: [C], carried: 'list.9.title' },
  { change: 'a later save, if it was removed before', path: 'list.-.title', after: [B, A, C], carried: 'list.-.title' },
  { change: 'a save, if it is no item', path: 'hero.title', after: [C], carried: 'hero.title' },
])('a path follows $change', ({ path, after, carried }) => {
  const before = { hero: { title: '旧' }, list: [A, B, C] }
  expect(carryPath(path, before, { hero: { title: '新' }, list: after })).toBe(carried)
})

it('names the list of a removed item', () => {
  expect([isRemoved('list.-.title'), getExistingPath('list.-.title')]).toEqual([true, 'list'])
  expect([isRemoved('list.0.title'), getExistingPath('list.0.title')]).toEqual([false, 'list.0.title'])
})

it('matches each list once for all paths, also where lists of several items are changed', () => {
  let reads = 0
  const createItem = (title: string, ...links: string[]) => ({
    get title() {
      reads += 1
      return title
    },
    links,
  })
  const before = { list: [createItem('甲', '一', '二'), createItem('乙', '一', '二')], others: [{ title: '丁' }] }
  const after = {
    list: [createItem('乙', '二', '一'), createItem('甲', '二')],
    others: [{ title: '新' }, { title: '丁' }],
  }
  const carry = createPathCarrier(before, after)
  expect(carry('list.0.links.1')).toBe('list.1.links.0')
  const readsOnce = reads
  expect(['list.0.links.0', 'list.1.links.0', 'others.0.title'].map(carry)).toEqual([
    'list.1.links.-',
    'list.0.links.1',
    'others.1.title',
  ])
  expect(reads).toBe(readsOnce)
})
