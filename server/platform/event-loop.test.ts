import { setImmediate as nextImmediate } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { eachInTurns, waitForNextTurn, yieldToEventLoop } from './event-loop.ts'

/** Longer than a task may block the event loop. */
const STEP_MS = 15

function blockEventLoop(): void {
  const end = performance.now() + STEP_MS
  while (performance.now() < end);
}

// The turn of a test ends before the next test.
afterEach(() => nextImmediate())

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

it('runs other callbacks between the items of a long loop, and stops where the loop does', async () => {
  const steps: string[] = []
  setTimeout(() => steps.push('other'))
  for await (const item of eachInTurns(['a', 'b', 'c', 'd'])) {
    if (item === 'd') break
    steps.push(item)
    blockEventLoop()
  }
  expect(steps.filter((step) => step !== 'other')).toEqual(['a', 'b', 'c'])
  expect(steps.slice(0, 3)).toContain('other')
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
