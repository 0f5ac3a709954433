import { expect, it } from 'vitest'
import { findUnsubscribedLabel, isOptionalMail } from './optional-mails.ts'

it.each(['', 'abc', 'passwordReset.abc', 'constructor.abc', '__proto__.abc', 'toString'])(
  'finds no kind of mail in the token “%s”',
  (token) => {
    expect(findUnsubscribedLabel(token)).toBeUndefined()
    expect(isOptionalMail(token.split('.')[0] ?? '')).toBe(false)
  },
)

it('finds the kind with which a token begins', () => {
  expect(findUnsubscribedLabel('eventChanged.abc')).toBe('报名的活动有变更')
})
