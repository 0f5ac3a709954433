import { describe, expect, it } from 'vitest'
import { findOrUndefined, forbidden, notFound } from './app-error.ts'

describe('findOrUndefined', () => {
  it('returns the result of a call', async () => {
    expect(await findOrUndefined(Promise.resolve('a product'))).toBe('a product')
  })

  it('returns undefined if nothing exists', async () => {
    expect(await findOrUndefined(Promise.reject(notFound()))).toBeUndefined()
  })

  it.each([
    ['another reply', forbidden()],
    ['a failure of the database', new Error('the connection was lost')],
  ])('throws %s', async (_, error) => {
    await expect(findOrUndefined(Promise.reject(error))).rejects.toBe(error)
  })
})
