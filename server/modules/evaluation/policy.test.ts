import { expect, it } from 'vitest'
import { ROLES } from '#contracts/vocabulary.ts'
import { canReadUnlistedAttachment } from './policy.ts'

it('lets those who read content in the back office open an attachment that is not listed', () => {
  const roles = ROLES.filter((role) => canReadUnlistedAttachment({ role }, '/uploads/attachments/a.pdf'))
  expect(roles).toEqual(['super_admin', 'editor', 'viewer'])
  expect(canReadUnlistedAttachment(null, '/uploads/attachments/a.pdf')).toBe(false)
})

it('opens no other file as an attachment', () => {
  expect(canReadUnlistedAttachment({ role: 'editor' }, '/uploads/images/a.png')).toBe(false)
})
