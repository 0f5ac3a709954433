import { describe, expect, it } from 'vitest'
import { findChangeRefusal, type UserChange } from './policy.ts'

const disable: UserChange = { kind: 'status', status: 'inactive' }
const wait: UserChange = { kind: 'status', status: 'pending' }
const enable: UserChange = { kind: 'status', status: 'active' }
const demote: UserChange = { kind: 'role', role: 'editor' }
const promote: UserChange = { kind: 'role', role: 'super_admin' }
const remove: UserChange = { kind: 'delete' }

const admin = { id: 'admin', role: 'super_admin', status: 'active' } as const
const sleeping = { id: 'sleeping', role: 'super_admin', status: 'inactive' } as const
const editor = { id: 'editor', role: 'editor', status: 'active' } as const

const LAST = '不能禁用、降级或删除最后一个活跃的超级管理员'
const SELF = '不能禁用、降级或删除自己的账号'

describe('allowed changes of accounts', () => {
  it.each([
    ['the last one can not be disabled', 'other', admin, disable, ['admin'], LAST],
    ['nor be made to wait', 'other', admin, wait, ['admin'], LAST],
    ['nor be demoted', 'other', admin, demote, ['admin'], LAST],
    ['nor be deleted', 'other', admin, remove, ['admin'], LAST],
    ['nor do so themselves', 'admin', admin, remove, ['admin'], LAST],
    ['one of two can be disabled', 'other', admin, disable, ['admin', 'other'], undefined],
    ['one of two can be demoted', 'other', admin, demote, ['admin', 'other'], undefined],
    ['one of two can be deleted', 'other', admin, remove, ['admin', 'other'], undefined],
    ['nobody deletes themselves', 'admin', admin, remove, ['admin', 'other'], SELF],
    ['nobody demotes themselves', 'admin', admin, demote, ['admin', 'other'], SELF],
    ['nobody disables themselves', 'admin', admin, disable, ['admin', 'other'], SELF],
    ['enabling takes nothing away', 'admin', admin, enable, ['admin'], undefined],
    ['keeping the role neither', 'admin', admin, promote, ['admin'], undefined],
    ['a disabled one is not the last', 'admin', sleeping, remove, ['admin'], undefined],
    ['an editor can be disabled', 'admin', editor, disable, ['admin'], undefined],
    ['an editor can be promoted', 'admin', editor, promote, ['admin'], undefined],
    ['an editor can be deleted', 'admin', editor, remove, ['admin'], undefined],
  ] as const)('%s', (_, actorId, target, change, activeSuperAdmins, refusal) => {
    expect(findChangeRefusal({ change, actorId, target, activeSuperAdmins })).toBe(refusal)
  })
})
