import { expect, it } from 'vitest'
import { createEncryption } from '#server/platform/encryption.ts'
import { decryptSecrets, encryptSecrets, getSecretsPurpose } from './secrets.ts'

const ID = { projectId: 'p', candidate: 'a' }
const encryption = createEncryption('a secret of 32 letters or more ...')

it('reads the secrets of the connection that they were stored for', () => {
  const secrets = { secret: 'sk-1', headers: { 'X-Tenant': 't' } }
  const keysEncrypted = encryptSecrets(encryption, ID, secrets)
  expect(decryptSecrets(encryption, { ...ID, keysEncrypted })).toEqual(secrets)
  expect(decryptSecrets(encryption, { projectId: 'p', candidate: 'b', keysEncrypted })).toEqual({
    secret: null,
    headers: {},
  })
})

it('takes secrets whose APP_SECRET is lost for none', () => {
  const lost = createEncryption('another secret of 32 letters or more')
  const keysEncrypted = encryptSecrets(lost, ID, { secret: 'sk-1', headers: {} })
  expect(decryptSecrets(encryption, { ...ID, keysEncrypted })).toEqual({ secret: null, headers: {} })
})

it.each(['{"secret":', '{"secret":7,"headers":{}}'])('throws for a stored text that is no secrets: %s', (text) => {
  const keysEncrypted = encryption.encrypt(text, getSecretsPurpose(ID))
  expect(() => decryptSecrets(encryption, { ...ID, keysEncrypted })).toThrow()
})
