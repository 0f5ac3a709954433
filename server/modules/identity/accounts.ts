import { randomBytes, randomUUID } from 'node:crypto'
import type { RegisterInput } from '#contracts/identity/account.ts'
import { MESSAGES } from '#contracts/messages/general.ts'
import { peopleSearchText } from '#contracts/rules/people-search.ts'
import type { Role, UserStatus } from '#contracts/vocabulary.ts'
import { AppError } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import { isUniqueViolation } from '#server/platform/database/database.ts'
import { loginName } from './login-name.ts'
import { passwords } from './passwords.ts'
import type { UserRow } from './store.ts'

/** An account to be made, its password in the clear. */
export type NewUser = RegisterInput & { role: Role; status: UserStatus; id?: string }

/** 144 random bits as text, for a password that nobody chose. */
export const randomPassword = (): string => randomBytes(18).toString('base64url')

export const emailTaken = () =>
  new AppError('conflict', MESSAGES.emailTaken, [{ path: 'email', message: MESSAGES.emailTaken }])

/** Does what may find an address taken. Throws `conflict` on its field then. */
export async function takingAddress<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    throw isUniqueViolation(error) ? emailTaken() : error
  }
}

/** The row of a new account; hashing takes a while, so it is to be done before a transaction begins. */
export async function newUserRow({ clock }: { clock: Clock }, user: NewUser): Promise<UserRow> {
  const { id = randomUUID(), name, role, status, company, position, phone } = user
  const { name: email, localPart } = loginName(user.email)
  const now = timestamp(clock)
  return {
    ...{ id, email, localPart, name, role, status, company, position, phone },
    passwordHash: await passwords.hash(user.password),
    searchText: peopleSearchText(name, company),
    ...{ lastLogin: null, createdAt: now, updatedAt: now },
  }
}
