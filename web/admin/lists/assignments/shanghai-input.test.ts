import { expect, it } from 'vitest'
import { fromShanghaiInput, toShanghaiInput } from './shanghai-input.ts'

it('converts between times and inputs in Shanghai time', () => {
  expect(toShanghaiInput('2026-12-01T10:30:00.000Z')).toBe('2026-12-01T18:30')
  expect(fromShanghaiInput('2026-12-01T18:30')).toBe('2026-12-01T10:30:00.000Z')
})
