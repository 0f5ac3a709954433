import { expect, it } from 'vitest'
import { findSignInRejection, getPendingStep } from './policy.ts'

it.each([
  ['active', [], undefined],
  ['active', ['password'], undefined],
  ['pending', [], '账号正在等待审核'],
  ['pending', ['password'], '账号正在等待审核'],
  ['pending', ['email'], '请先按邮件中的链接验证邮箱'],
  ['pending', ['password', 'invitation'], '请先按邀请邮件中的链接设置密码'],
  ['inactive', ['email'], '账号已被禁用，请联系管理员'],
] as const)('returns for a user who is %s with links for %j the rejection %s', (status, purposes, rejection) => {
  expect(findSignInRejection(status, purposes)?.message).toBe(rejection)
})

it('lets only pending users have a step to complete', () => {
  expect(getPendingStep('pending', ['email'])).toBe('email')
  expect(getPendingStep('active', ['email'])).toBeNull()
  expect(getPendingStep('inactive', ['email'])).toBeNull()
})
