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

it('is the same for the same content, also after a reload', () => {
  const copy = createCopy()
  const key = createIdempotencyKey(copy).get({ a: 1 })
  expect(key.length).toBeGreaterThanOrEqual(16)
  expect(createIdempotencyKey(copy).get({ a: 1 })).toBe(key)
})

it('is another for other content, and once it is forgotten', () => {
  const sending = createIdempotencyKey(createCopy())
  const keys = [sending.get({ a: 1 }), sending.get({ a: 2 })]
  sending.forget()
  expect(new Set([...keys, sending.get({ a: 2 })]).size).toBe(3)
})

it('does without storage', () => {
  const sending = createIdempotencyKey({ read: () => undefined, write: () => {}, clear: () => {} })
  expect(sending.get('x')).toBe(sending.get('x'))
})
