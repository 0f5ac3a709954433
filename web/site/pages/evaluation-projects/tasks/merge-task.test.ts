import { expect, it } from 'vitest'
import { createTask } from '#contracts/rules/evaluation/create-task.ts'
import { mergeTask } from './merge-task.ts'

const BASE = createTask({ key: 'task-1', title: '查询年假' })
const OTHER = { ...BASE, key: 'task-2', title: '开具证明' }

it('merges changes of different fields, and keeps the other tasks', () => {
  const theirs = { ...BASE, acceptance: '答出天数' }
  expect(mergeTask([OTHER, theirs], { base: BASE, mine: { ...BASE, weight: 3 } })).toEqual([
    OTHER,
    { ...BASE, acceptance: '答出天数', weight: 3 },
  ])
})

it('throws a conflict with their version if both changed the same field', () => {
  const theirs = { ...BASE, title: '查询调休' }
  expect(() => mergeTask([theirs], { base: BASE, mine: { ...BASE, title: '查询病假' } })).toThrow(
    expect.objectContaining({ theirs }),
  )
})

it('restores a task that was deleted meanwhile', () => {
  const mine = { ...BASE, title: '查询病假' }
  expect(mergeTask([OTHER], { base: BASE, mine })).toEqual([OTHER, mine])
})
