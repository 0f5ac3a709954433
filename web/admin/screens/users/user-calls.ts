import { userCalls } from '#contracts/users/calls.ts'
import { USER_MESSAGES } from '#contracts/users/messages.ts'
import type { UserCreate, UserUpdate } from '#contracts/users/user.ts'
import type { UserStatus } from '#contracts/vocabulary.ts'
import { isCallError } from '../../../shared/call-error.ts'
import { keyOf } from '../../../shared/call-query.ts'
import { callAdmin, callOnce } from '../../calls/call.ts'
import { describeUserError } from './describe-user-error.ts'

/** Lists users. Their reply names the items and their number differently from other lists; both are translated here. */
async function listUsers(query: string) {
  try {
    const { users, pagination, canInvite } = (await callAdmin(userCalls.list, { query })).data
    const { current, total, limit, totalUsers } = pagination
    return { data: users, pagination: { current, total, limit, totalItems: totalUsers }, canInvite }
  } catch (error) {
    throw isCallError(error) ? { ...error, message: describeUserError(error, USER_MESSAGES.listFailed) } : error
  }
}

/** Returns the query for a page of users. */
export const usersQuery = (query: string) => ({
  queryKey: keyOf(userCalls.list, { query }),
  queryFn: () => listUsers(query),
})

export const getUser = async (id: string) => (await callAdmin(userCalls.get, { params: { id } })).data

export const loadAuthorship = async (id: string) => (await callAdmin(userCalls.getAuthorship, { params: { id } })).data

export const createUser = (body: UserCreate, idempotencyKey: string) =>
  callAdmin(userCalls.create, { body, idempotencyKey })
export const updateUser = (id: string, body: UserUpdate) => callAdmin(userCalls.update, { params: { id }, body })
export const setUserStatus = (id: string, status: UserStatus) =>
  callAdmin(userCalls.setStatus, { params: { id }, body: { status } })
export const resetUserPassword = (id: string, newPassword: string) =>
  callAdmin(userCalls.setPassword, { params: { id }, body: { newPassword } })
export const endUserSessions = (id: string) => callAdmin(userCalls.endSessions, { params: { id } })
export const endAllSessions = () => callAdmin(userCalls.endAllSessions)
export const inviteUser = (id: string) => callAdmin(userCalls.invite, { params: { id } })
export const removeUser = (id: string) => callOnce(userCalls.remove, { params: { id } }, USER_MESSAGES.removed)
