import { describe, expect, it } from 'vitest'
import { createReceipt, normalizeReceipt } from './receipt.ts'

describe('createReceipt', () => {
  it.each([
    ['2026-11-21T15:59:59.999Z', '20261121'],
    ['2026-11-21T16:00:00.000Z', '20261122'],
    ['2026-12-31T16:00:00.000Z', '20270101'],
  ])('contains the day in Shanghai at %s', (at, day) => {
    expect(createReceipt(new Date(at))).toMatch(new RegExp(`^ZJ-${day}-[0-9A-HJKMNP-TV-Z]{8}$`))
  })

  it('is unique', () => {
    const created = Array.from({ length: 2_000 }, () => createReceipt(new Date(0)))
    expect(new Set(created).size).toBe(created.length)
  })
})

describe('normalizeReceipt', () => {
  it.each([
    ['ZJ-20261121-7K3M9QX0', 'ZJ-20261121-7K3M9QX0'],
    ['zj-20261121-7k3m9qx0', 'ZJ-20261121-7K3M9QX0'],
    [' zj 20261121 7k3m9qx0 ', 'ZJ-20261121-7K3M9QX0'],
    ['ＺＪ－２０２６１１２１－７Ｋ３Ｍ９ＱＸ０', 'ZJ-20261121-7K3M9QX0'],
    ['ZJ—20261121—7K3M9QX0', 'ZJ-20261121-7K3M9QX0'],
    ['ZJ-2O26II2l-7K3M9QXO', 'ZJ-20261121-7K3M9QX0'],
    ['20261121-7K3M9QX0', 'ZJ-20261121-7K3M9QX0'],
    ['２０２６１１２１７ｋ３ｍ９ｑｘ０', 'ZJ-20261121-7K3M9QX0'],
    ['回执号：ZJ-20261121-7K3M9QX0。', 'ZJ-20261121-7K3M9QX0'],
    ['nothing like it', 'NOTHINGLIKEIT'],
    ['', ''],
  ])('normalizes %j to %j', (input, receipt) => {
    expect(normalizeReceipt(input)).toBe(receipt)
  })
})
