import { describe, expect, it } from 'vitest'
import { stillWrong } from './still-wrong.ts'

const fault = (path: string, message = '错') => ({ path, message })

describe('stillWrong', () => {
  const before = { products: [{ name: '甲' }, { name: '乙' }] }
  it('keeps what the contract still finds wrong, in its newer words', () => {
    expect(
      stillWrong({ faults: [fault('a')], before: { a: 1 }, now: { a: 2 }, found: [fault('a', '仍然错')] }),
    ).toEqual([fault('a', '仍然错')])
  })
  it('lets go of what was mended', () => {
    expect(stillWrong({ faults: [fault('a')], before: { a: 1 }, now: { a: 2 }, found: [] })).toEqual([])
  })
  it('keeps what only the server knows as long as it was not touched', () => {
    const faults = [fault('products.0.name', '产品名称重复')]
    expect(stillWrong({ faults, before, now: { ...before, other: 1 }, found: [] })).toEqual(faults)
    expect(stillWrong({ faults, before, now: { products: [{ name: '丙' }, { name: '乙' }] }, found: [] })).toEqual([])
  })
  it('tells of nothing that is newly wrong', () => {
    expect(stillWrong({ faults: [], before: {}, now: {}, found: [fault('b')] })).toEqual([])
  })
})
