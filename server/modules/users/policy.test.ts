import { describe, expect, it } from 'vitest'
import { findRejectionReason, type UserChange } from './policy.ts'

const disable: UserChange = { kind: 'status', status: 'inactive' }
const setPending: UserChange = { kind: 'status', status: 'pending' }
const enable: UserChange = { kind: 'status', status: 'active' }
const demote: UserChange = { kind: 'role', role: 'editor' }
const promote: UserChange = { kind: 'role', role: 'super_admin' }
const remove: UserChange = { kind: 'delete' }

const admin = { id: 'admin', role: 'super_admin', status: 'active' } as const
const disabledAdmin = { id: 'disabled', role: 'super_admin', status: 'inactive' } as const
const editor = { id: 'editor', role: 'editor', status: 'active' } as const

const LAST_SUPER_ADMIN_MESSAGE = '不能禁用、降级或删除最后一个活跃的超级管理员'
const OWN_ACCOUNT_MESSAGE = '不能禁用、降级或删除自己的账号'

describe('allowed changes of accounts', () => {
  it.each([
    ['rejects disabling the last super_admin', 'other', admin, disable, ['admin'], LAST_SUPER_ADMIN_MESSAGE],
    [
      'rejects setting the last super_admin to pending',
      'other',
      admin,
      setPending,
      ['admin'],
      LAST_SUPER_ADMIN_MESSAGE,
    ],
    ['rejects demoting the last super_admin', 'other', admin, demote, ['admin'], LAST_SUPER_ADMIN_MESSAGE],
    ['rejects deleting the last super_admin', 'other', admin, remove, ['admin'], LAST_SUPER_ADMIN_MESSAGE],
    ['rejects deleting oneself as the last super_admin', 'admin', admin, remove, ['admin'], LAST_SUPER_ADMIN_MESSAGE],
    ['allows disabling one of two super_admins', 'other', admin, disable, ['admin', 'other'], undefined],
    ['allows demoting one of two super_admins', 'other', admin, demote, ['admin', 'other'], undefined],
    ['allows deleting one of two super_admins', 'other', admin, remove, ['admin', 'other'], undefined],
    ['rejects deleting oneself', 'admin', admin, remove, ['admin', 'other'], OWN_ACCOUNT_MESSAGE],
    ['rejects demoting oneself', 'admin', admin, demote, ['admin', 'other'], OWN_ACCOUNT_MESSAGE],
    ['rejects disabling oneself', 'admin', admin, disable, ['admin', 'other'], OWN_ACCOUNT_MESSAGE],
    ['allows enabling oneself', 'admin', admin, enable, ['admin'], undefined],
    ['allows retaining one’s own role', 'admin', admin, promote, ['admin'], undefined],
    ['allows deleting a disabled super_admin', 'admin', disabledAdmin, remove, ['admin'], undefined],
    ['allows disabling an editor', 'admin', editor, disable, ['admin'], undefined],
    ['allows promoting an editor', 'admin', editor, promote, ['admin'], undefined],
    ['allows deleting an editor', 'admin', editor, remove, ['admin'], undefined],
    [
      'allows an editor’s change of their own role',
      'editor',
      editor,
      { kind: 'role', role: 'viewer' },
      ['admin'],
      undefined,
    ],
  ] as const)('%s', (_, actorId, target, change, activeSuperAdminIds, reason) => {
    expect(findRejectionReason({ change, actorId, target, activeSuperAdminIds })).toBe(reason)
  })
})
