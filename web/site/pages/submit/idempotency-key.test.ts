import { expect, it } from 'vitest'
import { createIdempotencyKey } from './idempotency-key.ts'

function createCopy() {
  let evaluation: { content: string; key: string } | undefined
  return {
    read: () => evaluation,
    write(value: { content: string; key: string }) {
      evaluation = value
    },
    clear() {
      evaluation = undefined
    },
  }
}

it('is the same for the same content, also after a reload', () => {
  const copy = createCopy()
  const key = createIdempotencyKey(copy).options({ a: 1 })
  expect(key.length).toBeGreaterThanOrEqual(16)
  expect(createIdempotencyKey(copy).options({ a: 1 })).toBe(key)
})

it('is another for other content, and once it is forgotten', () => {
  const sending = createIdempotencyKey(createCopy())
  const keys = [sending.options({ a: 1 }), sending.options({ a: 2 })]
  sending.forget()
  expect(new Set([...keys, sending.options({ a: 2 })]).size).toBe(3)
})

it('does without storage', () => {
  const sending = createIdempotencyKey({ read: () => undefined, write: () => {}, clear: () => {} })
  expect(sending.options('x')).toBe(sending.options('x'))
})
