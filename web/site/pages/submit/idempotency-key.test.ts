import { expect, it } from 'vitest'
import { createIdempotencyKey } from './idempotency-key.ts'

function createStorage() {
  let stored: { content: string; key: string } | undefined
  return {
    read: () => stored,
    write(value: { content: string; key: string }) {
      stored = value
    },
    clear() {
      stored = undefined
    },
  }
}

it('returns the same key for the same content, also after a reload', () => {
  const storage = createStorage()
  const key = createIdempotencyKey(storage).get({ a: 1 })
  expect(key.length).toBeGreaterThanOrEqual(16)
  expect(createIdempotencyKey(storage).get({ a: 1 })).toBe(key)
})

it('returns a new key for other content and after it is cleared', () => {
  const idempotencyKey = createIdempotencyKey(createStorage())
  const keys = [idempotencyKey.get({ a: 1 }), idempotencyKey.get({ a: 2 })]
  idempotencyKey.clear()
  expect(new Set([...keys, idempotencyKey.get({ a: 2 })]).size).toBe(3)
})

it('works without storage', () => {
  const idempotencyKey = createIdempotencyKey({ read: () => undefined, write: () => {}, clear: () => {} })
  expect(idempotencyKey.get('x')).toBe(idempotencyKey.get('x'))
})
