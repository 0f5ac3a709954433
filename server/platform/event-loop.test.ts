import { expect, it } from 'vitest'
import { yieldToEventLoop } from './event-loop.ts'

/** Longer than a turn may last. */
const STEP_MS = 15

function spin(): void {
  const end = performance.now() + STEP_MS
  while (performance.now() < end);
}

it('gives two long works their steps in turn', async () => {
  const steps: string[] = []
  const work = async (name: string) => {
    for (let count = 0; count < 3; count += 1) {
      await yieldToEventLoop()
      steps.push(name)
      spin()
    }
  }
  await Promise.all([work('first'), work('second')])
  expect(steps).toEqual(['first', 'second', 'first', 'second', 'first', 'second'])
})

it('lets others in between the steps of both', async () => {
  const steps: string[] = []
  const work = async (name: string) => {
    await yieldToEventLoop()
    spin()
    await yieldToEventLoop()
    steps.push(name)
    spin()
  }
  const works = [work('first'), work('second')]
  setTimeout(() => steps.push('other'))
  await Promise.all(works)
  expect(steps.indexOf('other')).toBeLessThan(2)
})
