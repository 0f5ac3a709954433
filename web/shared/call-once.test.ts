import { expect, it } from 'vitest'
import { userCalls } from '#contracts/users/calls.ts'
import { USER_MESSAGES } from '#contracts/users/messages.ts'
import type { CallFunction } from './call.ts'
import type { CallError } from './call-error.ts'
import { createCallOnce } from './call-once.ts'

const NO_REPLY: CallError = { status: 0, message: '网络连接失败' }
const NOT_FOUND: CallError = { status: 404, message: '用户不存在' }

/** Returns a function that removes a user by their id, whose calls fail one after the other. */
function createRemoval(errors: CallError[]) {
  const fail: CallFunction = () => Promise.reject(errors.shift())
  const callOnce = createCallOnce(fail)
  return (id: string) => callOnce(userCalls.remove, { params: { id } }, USER_MESSAGES.removed)
}

it('succeeds if an earlier call without a reply has taken effect', async () => {
  const remove = createRemoval([NO_REPLY, NOT_FOUND])
  await expect(remove('a')).rejects.toBe(NO_REPLY)
  await expect(remove('a')).resolves.toEqual({ message: USER_MESSAGES.removed })
})

it('succeeds after several calls without a reply', async () => {
  const remove = createRemoval([NO_REPLY, { status: 502, message: '' }, NOT_FOUND])
  await expect(remove('a')).rejects.toBe(NO_REPLY)
  await expect(remove('a')).rejects.toMatchObject({ status: 502 })
  await expect(remove('a')).resolves.toEqual({ message: USER_MESSAGES.removed })
})

it('fails if somebody else has removed the user', async () => {
  await expect(createRemoval([NOT_FOUND])('a')).rejects.toBe(NOT_FOUND)
})

it('fails if the call without a reply was about another user', async () => {
  const remove = createRemoval([NO_REPLY, NOT_FOUND])
  await expect(remove('a')).rejects.toBe(NO_REPLY)
  await expect(remove('b')).rejects.toBe(NOT_FOUND)
})

it('fails if the server rejects the repeated call for another reason', async () => {
  const forbidden: CallError = { status: 403, message: '没有权限执行此操作' }
  const remove = createRemoval([NO_REPLY, forbidden])
  await expect(remove('a')).rejects.toBe(NO_REPLY)
  await expect(remove('a')).rejects.toBe(forbidden)
})
