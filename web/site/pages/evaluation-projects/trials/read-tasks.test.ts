import { expect, it } from 'vitest'
import { readTasks } from './read-tasks.ts'

it('reads one task per line, with an acceptance rule after a tab', () => {
  const tasks = readTasks('查询年假\t答出天数与出处\r\n\n 开具证明 ', [])
  expect(tasks).toMatchObject([
    { key: 'task-1', title: '查询年假', acceptance: '答出天数与出处' },
    { key: 'task-2', title: '开具证明', acceptance: '' },
  ])
  expect(readTasks('第三项', tasks.slice(1)).map(({ key }) => key)).toEqual(['task-2', 'task-3'])
})
