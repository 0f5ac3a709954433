import { expect, it } from 'vitest'
import { appendTasks } from './append-tasks.ts'

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
