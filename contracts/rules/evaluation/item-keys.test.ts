import { expect, it } from 'vitest'
import { withCriterionKeys, withKeys } from './item-keys.ts'

it.each([
  ['assigns keys in order', [{ title: '甲' }, { title: '乙' }], ['c1', 'c2']],
  ['keeps existing keys, in any order', [{ key: 'c2' }, {}, { key: 'own' }, {}], ['c2', 'c1', 'own', 'c3']],
  ['assigns a new key to a copied item', [{ key: 'c1' }, { key: 'c1' }], ['c1', 'c2']],
  ['replaces blank keys', [{ key: ' ' }, { key: 7 }], ['c1', 'c2']],
])('%s', (_, items, keys) => {
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
