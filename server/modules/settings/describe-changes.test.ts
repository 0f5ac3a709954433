import { expect, it } from 'vitest'
import { describeChanges } from './describe-changes.ts'

const labels = { name: '名称', isOpen: '开放', minutes: '分钟', types: '类型', text: '正文' }
const before = { name: '甲', isOpen: true, minutes: 30, types: ['pdf', 'doc'], text: '甲'.repeat(2_000) }

it.each([
  [{}, ''],
  [{ name: '乙' }, '名称：甲 → 乙'],
  [{ name: '' }, '名称：甲 → （空）'],
  [{ isOpen: false, minutes: 5 }, '开放：开 → 关；分钟：30 → 5'],
  [{ types: [] }, '类型：pdf、doc → （空）'],
  [{ types: ['pdf'] }, '类型：pdf、doc → pdf'],
  [{ types: ['pdf、doc'] }, '类型：pdf、doc → pdf、doc'],
  [{ text: '乙'.repeat(2_000) }, '正文：（2000字） → （2000字）'],
  [{ unlabelled: 'x' }, ''],
])('describes %j as %j', (change, expected) => {
  expect(describeChanges(labels, before, { ...before, ...change })).toBe(expected)
})
