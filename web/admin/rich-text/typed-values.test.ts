import { expect, it } from 'vitest'
import { createTypedValues } from './typed-values.ts'

it('ignores what was typed when it comes back, however late', () => {
  const values = createTypedValues('')
  values.report('a')
  values.report('ab')
  expect(values.receive('a')).toBe(false)
  values.report('abc')
  expect(values.receive('ab')).toBe(false)
  expect(values.receive('abc')).toBe(false)
})

it('ignores the value that it began with, and what it holds', () => {
  const values = createTypedValues('a')
  expect(values.receive('a')).toBe(false)
  values.report('ab')
  expect(values.receive('ab')).toBe(false)
  expect(values.receive('ab')).toBe(false)
})

it('takes another value, and one that was typed before and is undone to', () => {
  const values = createTypedValues('')
  values.report('a')
  values.report('ab')
  expect(values.receive('ab')).toBe(false)
  expect(values.receive('a')).toBe(true)
  expect(values.receive('loaded anew')).toBe(true)
  expect(values.receive('')).toBe(true)
})

it('continues from a value that it took', () => {
  const values = createTypedValues('')
  expect(values.receive('loaded')).toBe(true)
  values.report('loaded!')
  expect(values.receive('loaded!')).toBe(false)
  expect(values.receive('loaded')).toBe(true)
})
