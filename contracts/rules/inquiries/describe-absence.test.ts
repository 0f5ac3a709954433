import { expect, it } from 'vitest'
import { describeAbsence } from './describe-absence.ts'

it.each([
  ['refused', 'declined', false, '不参加'],
  ['handed in, then refused', 'declined', true, '撤回了提交，不参加'],
  ['handed in, then withdrew', 'answering', true, '撤回了提交，没有再提交'],
  ['began to answer', 'answering', false, '填写过，没有提交'],
  ['looked', 'viewed', false, '打开了邀请，没有答复'],
  ['never looked', 'sent', false, '没有打开邀请'],
  ['was not to answer any more', 'revoked', true, '询问人撤销了邀请'],
] as const)('tells a vendor who %s from others', (_, status, isWithdrawn, text) => {
  expect(describeAbsence({ status, isWithdrawn })).toBe(text)
})
