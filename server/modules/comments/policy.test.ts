import { expect, it } from 'vitest'
import { COMMENT_KINDS } from '#contracts/comments/kinds.ts'
import { canComment, isAuthor } from './policy.ts'

it.each([
  { role: 'super_admin', kinds: ['submission', 'lead', 'product', 'document'] },
  { role: 'editor', kinds: ['product', 'document'] },
  { role: 'reviewer', kinds: ['submission', 'lead'] },
  { role: 'viewer', kinds: ['submission', 'lead', 'product', 'document'] },
  { role: 'member', kinds: [] },
] as const)('lets the $role comment on what the role may read', ({ role, kinds }) => {
  expect(COMMENT_KINDS.filter((kind) => canComment(kind, { role }))).toEqual(kinds)
})

it('lets only the author change a comment, and nobody one of a deleted account', () => {
  expect(isAuthor({ authorId: 'a' }, { id: 'a' })).toBe(true)
  expect(isAuthor({ authorId: 'b' }, { id: 'a' })).toBe(false)
  expect(isAuthor({ authorId: null }, { id: 'a' })).toBe(false)
})
