import { userCalls } from '#contracts/users/calls.ts'
import { USER_MESSAGES } from '#contracts/users/messages.ts'
import type { UserCreate, UserList, UserUpdate } from '#contracts/users/user.ts'
import type { UserStatus } from '#contracts/vocabulary.ts'
import { isReadFailure } from '../../../shared/read-failure.ts'
import { call } from '../../calls/call.ts'
import { said } from './said.ts'

export const USERS_KEY = ['users']

export const listUsers = async (query: string): Promise<UserList> => {
  try {
    return (await call(userCalls.list, { query })).data
  } catch (error) {
    throw isReadFailure(error) ? { ...error, message: said(error, USER_MESSAGES.listFailed) } : error
  }
}

export const getUser = async (id: string) => (await call(userCalls.get, { params: { id } })).data
export const createUser = (body: UserCreate) => call(userCalls.create, { body })
export const updateUser = (id: string, body: UserUpdate) => call(userCalls.update, { params: { id }, body })
export const setUserStatus = (id: string, status: UserStatus) =>
  call(userCalls.setStatus, { params: { id }, body: { status } })
export const resetUserPassword = (id: string, newPassword: string) =>
  call(userCalls.setPassword, { params: { id }, body: { newPassword } })
export const inviteUser = (id: string) => call(userCalls.invite, { params: { id } })
export const removeUser = (id: string) => call(userCalls.remove, { params: { id } })
