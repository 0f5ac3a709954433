import { expect, it } from 'vitest'
import { createIdempotencyKey } from './idempotency-key.ts'

function createCopy() {
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
  const copy = createCopy()
  const key = createIdempotencyKey(copy).get({ a: 1 })
  expect(key.length).toBeGreaterThanOrEqual(16)
  expect(createIdempotencyKey(copy).get({ a: 1 })).toBe(key)
})

it('returns a new key for other content and after it is cleared', () => {
  const sending = createIdempotencyKey(createCopy())
  const keys = [sending.get({ a: 1 }), sending.get({ a: 2 })]
  sending.forget()
  expect(new Set([...keys, sending.get({ a: 2 })]).size).toBe(3)
})

it('works without storage', () => {
  const sending = createIdempotencyKey({ read: () => undefined, write: () => {}, clear: () => {} })
  expect(sending.get('x')).toBe(sending.get('x'))
})
