import { expect, it } from 'vitest'
import { createPace } from './pace.ts'

// The published tests of promptfoo's scheduler (MIT), test/scheduler/adaptiveConcurrency.test.ts, which adapts alike.
it('grows from 1 to the limit of 10 within 25 successes', () => {
  const pace = createPace()
  const allowed = Array.from({ length: 25 }, () => {
    pace.recordSuccess(10)
    return pace.getAllowed(10)
  })
  expect([1, ...allowed.filter((_count, index) => index % 5 === 4)]).toEqual([1, 2, 3, 5, 8, 10])
})

it('is halved on every overload: 100, 50, 25, 12, 6, 3, 1', () => {
  const pace = createPace()
  while (pace.getAllowed(100) < 100) pace.recordSuccess(100)
  const allowed = Array.from({ length: 6 }, () => {
    pace.recordOverload(0)
    return pace.getAllowed(100)
  })
  expect(allowed).toEqual([50, 25, 12, 6, 3, 1])
})

it('counts successes anew after an overload', () => {
  const pace = createPace()
  for (let index = 0; index < 25; index += 1) pace.recordSuccess(10)
  pace.recordOverload(0)
  for (let index = 0; index < 3; index += 1) pace.recordSuccess(10)
  pace.recordOverload(0)
  const allowed = Array.from({ length: 5 }, () => {
    pace.recordSuccess(10)
    return pace.getAllowed(10)
  })
  expect(allowed).toEqual([2, 2, 2, 2, 3])
})

it('is halved on an overload, but never below 1, and waits as long as the agent says', () => {
  const pace = createPace()
  for (let index = 0; index < 20; index += 1) pace.recordSuccess(8)
  pace.recordOverload(1_000, 5_000)
  expect([pace.getAllowed(8), pace.isWaiting(5_999), pace.isWaiting(6_000)]).toEqual([4, true, false])
  for (let index = 0; index < 5; index += 1) pace.recordOverload(6_000)
  expect(pace.getAllowed(8)).toBe(1)
})

it('never allows more than the owner’s limit, even after it was lowered', () => {
  const pace = createPace()
  for (let index = 0; index < 20; index += 1) pace.recordSuccess(10)
  expect(pace.getAllowed(3)).toBe(3)
})
