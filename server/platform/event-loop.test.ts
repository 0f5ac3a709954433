import { expect, it } from 'vitest'
import { waitForNextTurn, yieldToEventLoop } from './event-loop.ts'

/** Longer than a task may block the event loop. */
const STEP_MS = 15

function blockEventLoop(): void {
  const end = performance.now() + STEP_MS
  while (performance.now() < end);
}

it('alternates between two long tasks', async () => {
  const steps: string[] = []
  const runTask = async (name: string) => {
    for (let count = 0; count < 3; count += 1) {
      await yieldToEventLoop()
      steps.push(name)
      blockEventLoop()
    }
  }
  await Promise.all([runTask('first'), runTask('second')])
  expect(steps).toEqual(['first', 'second', 'first', 'second', 'first', 'second'])
})

it('runs other callbacks between the steps of both tasks', async () => {
  const steps: string[] = []
  const runTask = async (name: string) => {
    await yieldToEventLoop()
    blockEventLoop()
    await yieldToEventLoop()
    steps.push(name)
    blockEventLoop()
  }
  const tasks = [runTask('first'), runTask('second')]
  setTimeout(() => steps.push('other'))
  await Promise.all(tasks)
  expect(steps.indexOf('other')).toBeLessThan(2)
})

it('runs other callbacks before a long step, however short the step before was', async () => {
  const steps: string[] = []
  setImmediate(() => steps.push('other'))
  await yieldToEventLoop()
  steps.push('short')
  await waitForNextTurn()
  steps.push('long')
  expect(steps).toEqual(['short', 'other', 'long'])
})
