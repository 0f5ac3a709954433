import { expect, it } from 'vitest'
import { fromShanghaiInput, toShanghaiInput } from './shanghai-input.ts'

it.each([
  ['an afternoon', '2026-12-11T17:00', '2026-12-11T09:00:00.000Z'],
  ['a night that begins on the day before in UTC', '2027-01-01T00:30', '2026-12-31T16:30:00.000Z'],
])('converts %s in both directions', (_, input, time) => {
  expect(fromShanghaiInput(input)).toBe(time)
  expect(toShanghaiInput(time)).toBe(input)
})

it('has no time for an incomplete input', () => {
  expect(fromShanghaiInput('')).toBeNull()
  expect(toShanghaiInput(null)).toBe('')
})
