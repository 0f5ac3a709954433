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
  ['an invitation if one can be sent', true, 'invite'],
  ['a password if no invitation can be sent', false, 'password'],
])('preselects %s', (_, canInvite, passwordSetup) => {
  expect(getNewUserValues(canInvite).value.passwordSetup).toBe(passwordSetup)
})
