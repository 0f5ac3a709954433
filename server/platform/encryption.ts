import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16
/** The version of the format, so that it can change without breaking stored values. */
const VERSION = 'v1'

const FINGERPRINT_BYTES = 16

const deriveKey = (secret: string, info: string, bytes = 32) =>
  Buffer.from(hkdfSync('sha256', secret, 'zhijian', info, bytes))

/** Returns what tells secrets apart without giving them away; it may be stored and shown. */
export const getSecretFingerprint = (secret: string): string =>
  deriveKey(secret, 'fingerprint', FINGERPRINT_BYTES).toString('hex')

export type Encryption = ReturnType<typeof createEncryption>

/**
 * Creates the encryption of secrets at rest. Takes `APP_SECRET`; without one, every operation throws. `previousSecrets`
 * are only read with. `purpose` binds a ciphertext to its use: elsewhere it can't be decrypted.
 */
export function createEncryption(appSecret: string | undefined, previousSecrets: readonly string[] = []) {
  function key(info: string): Buffer {
    if (appSecret === undefined) throw new Error('APP_SECRET is needed to encrypt')
    return deriveKey(appSecret, info)
  }
  const hashBy = (hashKey: Buffer, text: string, purpose: string) =>
    createHmac('sha256', hashKey).update(`${purpose}\n${text}`).digest('base64url')

  function encrypt(text: string, purpose: string): string {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv(ALGORITHM, key('encryption'), iv, { authTagLength: TAG_BYTES })
    cipher.setAAD(Buffer.from(purpose))
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return `${VERSION}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`
  }

  /** Returns the text if it was encrypted with one of the previous secrets. */
  function findPrevious(encrypted: string, purpose: string): string | undefined {
    for (const secret of previousSecrets)
      try {
        return decryptBy(deriveKey(secret, 'encryption'), encrypted, purpose)
      } catch {
        // Encrypted with another one.
      }
    return undefined
  }

  return {
    encrypt,

    /** Throws if the text was encrypted with another secret or purpose, or was modified. */
    decrypt(encrypted: string, purpose: string): string {
      try {
        return decryptBy(key('encryption'), encrypted, purpose)
      } catch (error) {
        const text = findPrevious(encrypted, purpose)
        if (text === undefined) throw error
        return text
      }
    },

    /** Returns a text that a previous secret encrypted, encrypted anew; `undefined` for every other text. */
    renew(encrypted: string, purpose: string): string | undefined {
      const text = findPrevious(encrypted, purpose)
      return text === undefined ? undefined : encrypt(text, purpose)
    },

    /** Returns a key of its own for a purpose, from which `APP_SECRET` can't be told. */
    deriveKey: (purpose: string): Buffer => key(`key:${purpose}`),

    /** Returns a hash by which a short secret can be found again, and not guessed without `APP_SECRET`. */
    hash: (text: string, purpose: string): string => hashBy(key('hash'), text, purpose),

    /** Returns the hashes that a secret may be kept under: by `APP_SECRET`, and by each previous one. */
    listHashes: (text: string, purpose: string): string[] => [
      hashBy(key('hash'), text, purpose),
      ...previousSecrets.map((secret) => hashBy(deriveKey(secret, 'hash'), text, purpose)),
    ],
  }
}

function decryptBy(key: Buffer, encrypted: string, purpose: string): string {
  const [version, data = ''] = encrypted.split('.')
  const bytes = Buffer.from(data, 'base64url')
  if (version !== VERSION || bytes.length < IV_BYTES + TAG_BYTES) throw new Error('not an encrypted text')
  const iv = bytes.subarray(0, IV_BYTES)
  const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(purpose))
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
}
