import { expect, it } from 'vitest'
import { getRetryDelay } from './retry-delay.ts'

it('doubles from a second to a minute, within 20 %', () => {
  const middle = Array.from({ length: 8 }, (_item, retry) => getRetryDelay(retry, () => 0.5))
  expect(middle).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
  expect([getRetryDelay(0, () => 0), getRetryDelay(0, () => 1)]).toEqual([800, 1_200])
})

it('is at least as long as the agent asks for', () => {
  expect(getRetryDelay(0, () => 0.5, 30_000)).toBe(30_000)
})
