import { describe, expect, it } from 'vitest'
import type { AuditAction } from '#contracts/audit/actions.ts'
import { ACTIONS, AUTHOR_ACTIONS } from '#contracts/audit/audit.ts'
import type { Role } from '#contracts/vocabulary.ts'
import { listHiddenActions } from './policy.ts'

const list = (role: Role): AuditAction[] => {
  const hidden = listHiddenActions({ role })
  return ACTIONS.filter((action) => !hidden.includes(action))
}
const listGroups = (role: Role) => [...new Set(list(role).map((action) => action.split('.')[0]))]

describe('listHiddenActions', () => {
  it('hides nothing from administrators', () => {
    expect(list('super_admin')).toEqual(ACTIONS)
  })

  it('hides from viewers who wrote a review', () => {
    expect(listHiddenActions({ role: 'viewer' })).toEqual(AUTHOR_ACTIONS)
  })

  it('shows reviewers and editors what happens in their own areas', () => {
    expect(listGroups('reviewer')).toEqual(['submission', 'lead', 'review', 'member-review', 'question', 'vendor'])
    expect(listGroups('editor')).toEqual([
      'content',
      'product',
      'attribute',
      'fact',
      'qr-code',
      'file',
      'attachment',
      'branding',
      'event',
      'evaluation',
      'data',
    ])
    expect(list('editor').filter((action) => action.startsWith('data.'))).toEqual(['data.import', 'data.undo-import'])
  })

  it('shows members nothing', () => {
    expect(list('member')).toEqual([])
  })
})
