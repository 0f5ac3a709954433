import { describe, expect, it } from 'vitest'
import { recheckErrors } from './use-recheck-errors.ts'

const error = (path: string, message = '错') => ({ path, message })

describe('recheckErrors', () => {
  const before = { products: [{ name: '甲' }, { name: '乙' }] }
  it('keeps errors that validation still reports, with their new message', () => {
    expect(
      recheckErrors({ errors: [error('a')], before: { a: 1 }, now: { a: 2 }, currentErrors: [error('a', '仍然错')] }),
    ).toEqual([error('a', '仍然错')])
  })
  it('drops fixed errors', () => {
    expect(recheckErrors({ errors: [error('a')], before: { a: 1 }, now: { a: 2 }, currentErrors: [] })).toEqual([])
  })
  it('keeps server errors while the field is unchanged', () => {
    const errors = [error('products.0.name', '产品名称重复')]
    expect(recheckErrors({ errors, before, now: { ...before, other: 1 }, currentErrors: [] })).toEqual(errors)
    expect(
      recheckErrors({ errors, before, now: { products: [{ name: '丙' }, { name: '乙' }] }, currentErrors: [] }),
    ).toEqual([])
  })
  it('does not add new errors', () => {
    expect(recheckErrors({ errors: [], before: {}, now: {}, currentErrors: [error('b')] })).toEqual([])
  })
})
