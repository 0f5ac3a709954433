import { beforeEach, expect, it } from 'vitest'
import { createIdempotencyKeys } from './idempotency-keys.ts'

const REQUEST = 'POST /api/submissions {"productName":"合同助手"}'
const OTHER = 'POST /api/submissions {"productName":"客服助手"}'

let stored: Readonly<Record<string, string>> | undefined
const storage = {
  read: () => stored,
  write: (keys: Readonly<Record<string, string>>) => {
    stored = keys
  },
}
beforeEach(() => {
  stored = undefined
})

it('gives equal requests the same key, and others another one', () => {
  const keys = createIdempotencyKeys()
  const key = keys.get(REQUEST)
  expect(keys.get(REQUEST)).toBe(key)
  expect(keys.get(OTHER)).not.toBe(key)
})

it('keeps the key of each request while others are made', () => {
  const keys = createIdempotencyKeys()
  const key = keys.get(REQUEST)
  keys.get(OTHER)
  keys.forget(OTHER)
  expect(keys.get(REQUEST)).toBe(key)
})

it('keeps a key after a reload, without what was typed', () => {
  const key = createIdempotencyKeys(storage).get(REQUEST)
  expect(createIdempotencyKeys(storage).get(REQUEST)).toBe(key)
  expect(JSON.stringify(stored)).not.toContain('合同')
})

it.each([
  ['of one request', (keys: ReturnType<typeof createIdempotencyKeys>) => keys.forget(REQUEST)],
  ['of all requests', (keys: ReturnType<typeof createIdempotencyKeys>) => keys.forgetAll()],
])('forgets the key %s', (_, forget) => {
  const keys = createIdempotencyKeys(storage)
  const key = keys.get(REQUEST)
  forget(keys)
  expect(keys.get(REQUEST)).not.toBe(key)
})

it('keeps a limited number of keys', () => {
  const keys = createIdempotencyKeys(storage)
  const key = keys.get(REQUEST)
  for (let count = 0; count < 50; count += 1) keys.get(`${OTHER} ${count}`)
  expect(Object.keys(stored ?? {}).length).toBeLessThan(50)
  expect(keys.get(REQUEST)).not.toBe(key)
})
