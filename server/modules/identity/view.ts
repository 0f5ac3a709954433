import type { Session, User } from '#contracts/identity/account.ts'
import type { SessionRow, UserRow } from './store.ts'

/** Returns a user for themselves and for administrators, without the password hash. */
export const toUser = (row: UserRow): User => ({
  _id: row.id,
  username: row.localPart,
  name: row.name,
  email: row.email,
  role: row.role,
  status: row.status,
  company: row.company,
  position: row.position,
  phone: row.phone,
  createdAt: row.createdAt,
  lastLogin: row.lastLogin,
  mustChangePassword: row.isPasswordTemporary,
})

/** Returns a session for its owner, without its token or hash. */
export const toSession = (row: SessionRow, currentId: string): Session => ({
  id: row.id,
  createdAt: row.createdAt,
  expiresAt: row.expiresAt,
  ip: row.ip,
  userAgent: row.userAgent,
  current: row.id === currentId,
})
