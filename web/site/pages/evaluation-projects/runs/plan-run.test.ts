import { expect, it } from 'vitest'
import type { LastProbe } from '#contracts/agents/connection.ts'
import { createTask } from '#contracts/rules/evaluation/create-task.ts'
import { describeRecipients, planRun } from './plan-run.ts'

const TASKS = [
  createTask({
    key: 'a',
    title: '退款',
    variants: ['退钱'],
    checks: [{ kind: 'refuses', weight: 1, isNegated: false }],
  }),
  createTask({ key: 'b', title: '两轮', turns: ['你好', '退款'], repeats: 5 }),
]
const createConnection = (cost: number | null) => {
  const lastProbe: LastProbe = {
    at: '2026-11-21T00:00:00.000Z',
    version: 1,
    message: '',
    error: null,
    answer: {
      reply: '',
      status: 'finished',
      statusReason: '',
      reasoning: '',
      steps: [],
      model: null,
      firstTokenMs: 1,
      totalMs: 30_000,
      usage: null,
      cost,
    },
    sent: '',
    received: '',
    example: null,
  }
  return { lastProbe, maxConcurrency: 2, perMinute: 60 }
}

it('counts trials and calls of all candidates, their cost and their time', () => {
  const connections = [createConnection(0.5), createConnection(1)]
  // Twice the first in two wordings three times, and the second with its own number of repeats in two messages.
  expect(planRun({ tasks: TASKS, repeats: 3, connections })).toEqual({
    trials: 22,
    calls: 32,
    cost: 24,
    // Sixteen calls of each take half a minute, two at once.
    minutes: 4,
    unscored: 1,
  })
})

it('takes as long as the limit per minute makes it, and knows no time of what was never tried', () => {
  const connection = createConnection(0.5)
  const plan = (changes: object) =>
    planRun({ tasks: TASKS, repeats: 3, connections: [connection, { ...connection, ...changes }] }).minutes
  expect([plan({ perMinute: 2 }), plan({ maxConcurrency: 1 }), plan({ lastProbe: null })]).toEqual([7, 8, null])
  expect([plan({ perMinute: 3 }), plan({ perMinute: 16 })]).toEqual([5, 4])
})

it('knows no cost if that of one candidate is unknown', () => {
  const connections = [createConnection(0.5), createConnection(null)]
  expect(planRun({ tasks: TASKS, repeats: 1, connections })).toMatchObject({ cost: null })
  expect(planRun({ tasks: TASKS, repeats: 1, connections: [] })).toMatchObject({ trials: 0, cost: null })
})

it('names who is asked, each with its host', () => {
  const candidates = [
    { key: 'a', name: '甲' },
    { key: 'b', name: '乙' },
  ]
  const connections = [
    { candidate: 'b', url: 'https://agents.example/v1' },
    { candidate: 'a', url: 'https://agents.example:8443' },
  ]
  expect(describeRecipients(candidates, connections)).toBe('甲（agents.example:8443）、乙（agents.example）')
})
