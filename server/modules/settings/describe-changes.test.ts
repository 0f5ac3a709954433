import { expect, it } from 'vitest'
import { describeChanges } from './service.ts'

const labels = { name: '名称', isOpen: '开放', minutes: '分钟', types: '类型' }
const before = { name: '甲', isOpen: true, minutes: 30, types: ['pdf', 'doc'] }

it.each([
  [{}, ''],
  [{ name: '乙' }, '名称：甲 → 乙'],
  [{ name: '' }, '名称：甲 → （空）'],
  [{ isOpen: false, minutes: 5 }, '开放：开 → 关；分钟：30 → 5'],
  [{ types: [] }, '类型：pdf、doc → （空）'],
  [{ types: ['pdf'] }, '类型：pdf、doc → pdf'],
  [{ unlabelled: 'x' }, ''],
])('describes %j as %j', (change, expected) => {
  expect(describeChanges(labels, before, { ...before, ...change })).toBe(expected)
})
