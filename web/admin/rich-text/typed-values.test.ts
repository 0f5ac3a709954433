import { expect, it } from 'vitest'
import { createTypedValues } from './typed-values.ts'

it('ignores typed values when the form renders them, however late', () => {
  const values = createTypedValues('')
  values.report('a')
  values.report('ab')
  expect(values.receive('a')).toBe(false)
  values.report('abc')
  expect(values.receive('ab')).toBe(false)
  expect(values.receive('abc')).toBe(false)
})

it('ignores the initial and the current value', () => {
  const values = createTypedValues('a')
  expect(values.receive('a')).toBe(false)
  values.report('ab')
  expect(values.receive('ab')).toBe(false)
  expect(values.receive('ab')).toBe(false)
})

it('accepts external values, including an earlier typed value after an undo', () => {
  const values = createTypedValues('')
  values.report('a')
  values.report('ab')
  expect(values.receive('ab')).toBe(false)
  expect(values.receive('a')).toBe(true)
  expect(values.receive('loaded again')).toBe(true)
  expect(values.receive('')).toBe(true)
})

it('continues from an accepted value', () => {
  const values = createTypedValues('')
  expect(values.receive('loaded')).toBe(true)
  values.report('loaded!')
  expect(values.receive('loaded!')).toBe(false)
  expect(values.receive('loaded')).toBe(true)
})
