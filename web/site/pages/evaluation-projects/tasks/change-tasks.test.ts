import { expect, it } from 'vitest'
import { appendTasks, duplicateTask, moveTask } from './change-tasks.ts'

it('appends one task per line, with an acceptance rule after a tab', () => {
  expect(appendTasks('查询年假\t答出天数与出处\r\n\n 开具证明 ', [])).toMatchObject([
    { key: 'task-1', title: '查询年假', acceptance: '答出天数与出处' },
    { key: 'task-2', title: '开具证明', acceptance: '' },
  ])
})

it('skips tasks that exist already', () => {
  const tasks = appendTasks('查询年假\t答出天数与出处', [])
  expect(appendTasks('查询年假\t答出天数与出处\n查询年假', tasks).map(({ acceptance }) => acceptance)).toEqual([
    '答出天数与出处',
    '',
  ])
})

it('creates a key that no other task has', () => {
  const [, secondTask] = appendTasks('查询年假\n开具证明', [])
  const tasks = appendTasks('报销差旅', secondTask ? [secondTask] : [])
  expect(tasks.map(({ key }) => key)).toEqual(['task-2', 'task-1'])
})

it('copies a task right after it, with a key of its own', () => {
  const tasks = appendTasks('查询年假\n开具证明', [])
  const [first] = tasks
  expect(first && duplicateTask(tasks, first).map(({ key, title }) => [key, title])).toEqual([
    ['task-1', '查询年假'],
    ['task-3', '查询年假（副本）'],
    ['task-2', '开具证明'],
  ])
})

it('moves a task by one, unless it is at the end or gone', () => {
  const tasks = appendTasks('甲\n乙\n丙', [])
  const listTitles = (key: string, offset: -1 | 1) => moveTask(tasks, key, offset).map(({ title }) => title)
  expect([listTitles('task-2', -1), listTitles('task-1', 1), listTitles('task-1', -1), listTitles('x', 1)]).toEqual([
    ['乙', '甲', '丙'],
    ['乙', '甲', '丙'],
    ['甲', '乙', '丙'],
    ['甲', '乙', '丙'],
  ])
})
