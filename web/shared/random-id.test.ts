import { expect, it } from 'vitest'
import { z } from 'zod'
import { createRandomId, createUuid } from './random-id.ts'

it('creates UUIDs that the server takes, each another', () => {
  const ids = Array.from({ length: 100 }, createUuid)
  for (const id of ids) expect(z.uuidv4().safeParse(id).success).toBe(true)
  expect(new Set(ids).size).toBe(100)
})

it('creates short ids of one length, each another', () => {
  const ids = Array.from({ length: 100 }, createRandomId)
  expect([new Set(ids).size, new Set(ids.map((id) => id.length))]).toEqual([100, new Set([28])])
})
