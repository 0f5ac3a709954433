import { expect, it } from 'vitest'
import { createSendingKey } from './sending-key.ts'

function createCopy() {
  let kept: { content: string; key: string } | undefined
  return {
    read: () => kept,
    write(value: { content: string; key: string }) {
      kept = value
    },
    clear() {
      kept = undefined
    },
  }
}

it('is the same for the same content, also after a reload', () => {
  const copy = createCopy()
  const key = createSendingKey(copy).of({ a: 1 })
  expect(key.length).toBeGreaterThanOrEqual(16)
  expect(createSendingKey(copy).of({ a: 1 })).toBe(key)
})

it('is another for other content, and once it is forgotten', () => {
  const sending = createSendingKey(createCopy())
  const keys = [sending.of({ a: 1 }), sending.of({ a: 2 })]
  sending.forget()
  expect(new Set([...keys, sending.of({ a: 2 })]).size).toBe(3)
})

it('does without storage', () => {
  const sending = createSendingKey({ read: () => undefined, write: () => {}, clear: () => {} })
  expect(sending.of('x')).toBe(sending.of('x'))
})
