import { expect, it } from 'vitest'
import { createIdempotencyKey } from './idempotency-key.ts'

function createStorage() {
  let stored: { content: string; key: string } | undefined
  return {
    read: () => stored,
    write(value: { content: string; key: string }) {
      stored = value
      return true
    },
    clear() {
      stored = undefined
      return true
    },
  }
}

const SUBMISSION = { productName: '排班助手' }

it('returns the same key for the same content, also after a reload', () => {
  const storage = createStorage()
  const key = createIdempotencyKey(storage).get(SUBMISSION)
  expect(key.length).toBeGreaterThanOrEqual(16)
  expect(createIdempotencyKey(storage).get(SUBMISSION)).toBe(key)
})

it('returns another key for other content', () => {
  const idempotencyKey = createIdempotencyKey(createStorage())
  const key = idempotencyKey.get(SUBMISSION)
  expect(idempotencyKey.get({ productName: '客服助手' })).not.toBe(key)
})

it('returns another key after the previous one was cleared', () => {
  const idempotencyKey = createIdempotencyKey(createStorage())
  const key = idempotencyKey.get(SUBMISSION)
  idempotencyKey.clear()
  expect(idempotencyKey.get(SUBMISSION)).not.toBe(key)
})

it('works without storage', () => {
  const idempotencyKey = createIdempotencyKey()
  expect(idempotencyKey.get(SUBMISSION)).toBe(idempotencyKey.get(SUBMISSION))
})
