import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createThrottledSave } from './throttled-save.ts'

const INTERVAL_MS = 300

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Returns a text that is saved after each change, and what was saved. */
function createText() {
  let text = ''
  const saved: string[] = []
  const throttled = createThrottledSave(() => saved.push(text), INTERVAL_MS)
  function type(value: string) {
    text = value
    throttled.schedule()
  }
  return { ...throttled, type, saved }
}

it('saves the first change before any timer, with what the same task changes after it', async () => {
  const { type, saved } = createText()
  type('a')
  type('ab')
  await Promise.resolve()
  expect(saved).toEqual(['ab'])
})

it('saves once per interval while changes go on, and the last change', async () => {
  const { type, saved } = createText()
  for (const value of ['a', 'ab', 'abc', 'abcd', 'abcde']) {
    type(value)
    await vi.advanceTimersByTimeAsync(INTERVAL_MS / 2)
  }
  await vi.advanceTimersByTimeAsync(INTERVAL_MS)
  expect(saved).toEqual(['a', 'ab', 'abcd', 'abcde'])
})

it('saves a change after a pause at once', async () => {
  const { type, saved } = createText()
  type('a')
  await vi.advanceTimersByTimeAsync(INTERVAL_MS * 3)
  type('ab')
  await Promise.resolve()
  expect(saved).toEqual(['a', 'ab'])
})

it('saves pending changes once when flushed, and none that were cancelled', async () => {
  const { type, flush, cancel, saved } = createText()
  type('a')
  flush()
  await vi.advanceTimersByTimeAsync(INTERVAL_MS * 2)
  expect(saved).toEqual(['a'])
  type('ab')
  cancel()
  flush()
  await vi.advanceTimersByTimeAsync(INTERVAL_MS * 2)
  expect(saved).toEqual(['a'])
})
