import { expect, it } from 'vitest'
import { withCriterionKeys, withKeys } from './item-keys.ts'

it.each([
  { case: 'assigns keys in order', items: [{ title: '甲' }, { title: '乙' }], keys: ['c1', 'c2'] },
  {
    case: 'keeps existing keys, in any order',
    items: [{ key: 'c2' }, {}, { key: 'own' }, {}],
    keys: ['c2', 'c1', 'own', 'c3'],
  },
  { case: 'assigns a new key to a copied item', items: [{ key: 'c1' }, { key: 'c1' }], keys: ['c1', 'c2'] },
  { case: 'replaces blank keys', items: [{ key: ' ' }, { key: 7 }], keys: ['c1', 'c2'] },
])('$case', ({ items, keys }) => {
  expect(withKeys(items, 'c').map((item) => Object(item).key)).toEqual(keys)
})

it('leaves values that are not objects to the schema', () => {
  expect(withKeys([null, 'text', []], 'c')).toEqual([null, 'text', []])
})

it('assigns keys to criteria that are unique across groups, even if one has been moved', () => {
  const groups = [
    { criteria: [{ title: '一' }, { title: '二' }] },
    { criteria: [{ title: '三', key: 'criterion-1' }] },
    { title: '空' },
  ]
  expect(withCriterionKeys(groups)).toEqual([
    {
      key: 'group-1',
      criteria: [
        { title: '一', key: 'criterion-2' },
        { title: '二', key: 'criterion-3' },
      ],
    },
    { key: 'group-2', criteria: [{ title: '三', key: 'criterion-1' }] },
    { key: 'group-3', title: '空' },
  ])
})
