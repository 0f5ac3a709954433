import { ADMIN_API, fillPath } from '#contracts/paths.ts'
import { USER_MESSAGES } from '#contracts/users/messages.ts'
import type { UserCreate, UserList, UserRecord, UserUpdate } from '#contracts/users/user.ts'
import type { UserStatus } from '#contracts/vocabulary.ts'
import { isReadFailure } from '../../../shared/read-failure.ts'
import { call, callData } from '../../calls/call.ts'
import { said } from './said.ts'

export const USERS_KEY = ['users']

type Saved = { data: UserRecord; message: string }
type Done = { message: string }
const at = (path: string, id: string) => fillPath(path, { id })

export const listUsers = async (query: string): Promise<UserList> => {
  try {
    return (await call<{ data: UserList }>(`${ADMIN_API.users}?${query}`)).data
  } catch (error) {
    throw isReadFailure(error) ? { ...error, message: said(error, USER_MESSAGES.listFailed) } : error
  }
}

export const getUser = (id: string) => callData<UserRecord>(at(ADMIN_API.user, id))
export const createUser = (body: UserCreate) => call<Saved>(ADMIN_API.users, { method: 'POST', body })
export const updateUser = (id: string, body: UserUpdate) => call<Saved>(at(ADMIN_API.user, id), { method: 'PUT', body })
export const setUserStatus = (id: string, status: UserStatus) =>
  call<Saved>(at(ADMIN_API.userStatus, id), { method: 'PATCH', body: { status } })
export const resetUserPassword = (id: string, newPassword: string) =>
  call<Done>(at(ADMIN_API.userPassword, id), { method: 'PATCH', body: { newPassword } })
export const inviteUser = (id: string) => call<Saved>(at(ADMIN_API.userInvitation, id), { method: 'POST', body: {} })
export const removeUser = (id: string) => call<Done>(at(ADMIN_API.user, id), { method: 'DELETE' })
