import { isMemberScope } from '#contracts/keys/scopes.ts'
import type { Caller, KeyScope } from '#contracts/permissions.ts'
import type { KeyRow } from './store.ts'

type Person = Pick<Caller, 'role'> & { id: string }

/** Anyone can make keys for what is their own; keys for the platform are made by super admins. */
export const canCreate = (scopes: readonly KeyScope[], { role }: Person): boolean =>
  role === 'super_admin' || scopes.every(isMemberScope)

/** Owners manage their keys; super admins manage all keys for the platform, too. */
export const canManage = ({ ownerId, kind }: Pick<KeyRow, 'ownerId' | 'kind'>, { id, role }: Person): boolean =>
  ownerId === id || (kind === 'platform' && role === 'super_admin')
