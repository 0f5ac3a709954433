import { expect, it } from 'vitest'
import { z } from 'zod'
import { createRandomId, createUuid } from './random-id.ts'

it('creates unique UUIDs that the server accepts', () => {
  const ids = Array.from({ length: 100 }, createUuid)
  for (const id of ids) expect(z.uuidv4().safeParse(id).success).toBe(true)
  expect(new Set(ids).size).toBe(100)
})

it('creates unique short ids of equal length', () => {
  const ids = Array.from({ length: 100 }, createRandomId)
  expect(new Set(ids).size).toBe(100)
  expect(new Set(ids.map((id) => id.length))).toEqual(new Set([28]))
})
