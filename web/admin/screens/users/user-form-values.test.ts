import { expect, it } from 'vitest'
import { removeSecrets } from '../../versioned/draft/draft-secrets.ts'
import { getNewUserValues, SECRET_FIELDS } from './user-form-values.ts'

it('leaves passwords and codes out of drafts', () => {
  const { value } = getNewUserValues(true)
  const typedValue = {
    ...value,
    name: '王敏',
    password: 'a-new-password',
    currentPassword: 'my-own-password',
    code: '123456',
  }
  expect(removeSecrets(typedValue, SECRET_FIELDS)).toEqual({ ...value, name: '王敏' })
})

it.each([
  [true, 'invite'],
  [false, 'password'],
])('preselects the password setup, given whether invitations can be sent (%s): %s', (canInvite, passwordSetup) => {
  expect(getNewUserValues(canInvite).value.passwordSetup).toBe(passwordSetup)
})
