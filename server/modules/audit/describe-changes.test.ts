import { expect, it } from 'vitest'
import { describeChanges } from './describe-changes.ts'

const labels = { name: '名称', isOpen: '开放', minutes: '分钟', types: '类型', text: '正文', pictures: '图片' }
const before = { name: '甲', isOpen: true, minutes: 30, types: ['pdf', 'doc'], text: '甲'.repeat(2_000), pictures: [] }

it.each([
  ['no change', {}, ''],
  ['a text', { name: '乙' }, '名称：甲 → 乙'],
  ['a text that is cleared', { name: '' }, '名称：甲 → （空）'],
  ['two fields', { isOpen: false, minutes: 5 }, '开放：开 → 关；分钟：30 → 5'],
  ['a list that is cleared', { types: [] }, '类型：pdf、doc → （空）'],
  ['a shorter list', { types: ['pdf'] }, '类型：pdf、doc → pdf'],
  ['a list that reads the same', { types: ['pdf、doc'] }, '类型：pdf、doc → pdf、doc'],
  ['a long text by its length', { text: '乙'.repeat(2_000) }, '正文：（2000字） → （2000字）'],
  ['a list of objects by its length', { pictures: [{ url: '/a.png' }] }, '图片：（空） → 1项'],
  ['nothing for a field without a label', { unlabelled: 'x' }, ''],
])('describes %s', (_, change, expected) => {
  expect(describeChanges(labels, before, { ...before, ...change })).toBe(expected)
})
