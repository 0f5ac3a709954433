import { expect } from 'vitest'
import { FailureSchema } from '#contracts/replies.ts'
import type { Reply } from './send.ts'

/** Asserts a failure envelope with nothing beyond the contract. Returns it. */
export function expectFailure(reply: Reply, status: number, message?: string) {
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([status, 'application/json; charset=utf-8'])
  const failure = FailureSchema.strict().parse(reply.json())
  if (message !== undefined) expect(failure.message).toBe(message)
  expect(reply.headers['cache-control']).toBe('private, no-store')
  return failure
}
