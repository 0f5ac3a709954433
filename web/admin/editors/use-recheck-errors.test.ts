import { describe, expect, it } from 'vitest'
import { recheckErrors } from './use-recheck-errors.ts'

const error = (path: string, message = '错') => ({ path, message })

describe('recheckErrors', () => {
  const before = { products: [{ name: '甲' }, { name: '乙' }] }
  it('keeps what the contract still finds wrong, in its newer words', () => {
    expect(
      recheckErrors({ errors: [error('a')], before: { a: 1 }, now: { a: 2 }, matches: [error('a', '仍然错')] }),
    ).toEqual([error('a', '仍然错')])
  })
  it('drops corrected errors', () => {
    expect(recheckErrors({ errors: [error('a')], before: { a: 1 }, now: { a: 2 }, matches: [] })).toEqual([])
  })
  it('keeps what only the server knows as long as it was not touched', () => {
    const errors = [error('products.0.name', '产品名称重复')]
    expect(recheckErrors({ errors, before, now: { ...before, other: 1 }, matches: [] })).toEqual(errors)
    expect(recheckErrors({ errors, before, now: { products: [{ name: '丙' }, { name: '乙' }] }, matches: [] })).toEqual(
      [],
    )
  })
  it('reports nothing that is newly wrong', () => {
    expect(recheckErrors({ errors: [], before: {}, now: {}, matches: [error('b')] })).toEqual([])
  })
})
