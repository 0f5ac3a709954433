import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16
/** The version of the format, so that it can change without breaking stored values. */
const FORM = 'v1'

export type Encryption = ReturnType<typeof createEncryption>

/**
 * Creates the encryption of secrets at rest. Takes `APP_SECRET`; without one, every operation throws. `purpose` binds a
 * ciphertext to its use: elsewhere it can't be decrypted.
 */
export function createEncryption(appSecret: string | undefined) {
  function key(info: string): Buffer {
    if (appSecret === undefined) throw new Error('APP_SECRET is needed to encrypt')
    return Buffer.from(hkdfSync('sha256', appSecret, 'zhijian', info, 32))
  }

  return {
    encrypt(text: string, purpose: string): string {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(ALGORITHM, key('encryption'), iv, { authTagLength: TAG_BYTES })
      cipher.setAAD(Buffer.from(purpose))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `${FORM}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
    },

    /** Throws if the text was encrypted with another secret or purpose, or was modified. */
    decrypt(encrypted: string, purpose: string): string {
      const [form, data = ''] = encrypted.split('.')
      const bytes = Buffer.from(data, 'base64url')
      if (form !== FORM || bytes.length < IV_BYTES + TAG_BYTES) throw new Error('not an encrypted text')
      const iv = bytes.subarray(0, IV_BYTES)
      const decipher = createDecipheriv(ALGORITHM, key('encryption'), iv, { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(purpose))
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
    },

    /** Returns a hash by which a short secret can be found again, and not guessed without `APP_SECRET`. */
    hash: (text: string, purpose: string): string =>
      createHmac('sha256', key('hash')).update(`${purpose}\n${text}`).digest('base64url'),
  }
}
