import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16
/** The version of the format, so that it can change without breaking stored values. */
const VERSION = 'v1'

const FINGERPRINT_BYTES = 16

const deriveKey = (secret: string, info: string, bytes = 32) =>
  Buffer.from(hkdfSync('sha256', secret, 'zhijian', info, bytes))

/** Returns a fingerprint that identifies a secret without revealing it; it may be stored and shown. */
export const getSecretFingerprint = (secret: string): string =>
  deriveKey(secret, 'fingerprint', FINGERPRINT_BYTES).toString('hex')

export type Encryption = ReturnType<typeof createEncryption>

/**
 * Creates the encryption of secrets at rest with `APP_SECRET`; without one, every operation throws. `previousSecrets`
 * are used for decryption only. `purpose` binds a ciphertext to its use: with another purpose it can't be decrypted.
 */
export function createEncryption(appSecret: string | undefined, previousSecrets: readonly string[] = []) {
  function getKey(info: string): Buffer {
    if (appSecret === undefined) throw new Error('APP_SECRET is needed to encrypt')
    return deriveKey(appSecret, info)
  }
  const computeHash = (hashKey: Buffer, text: string, purpose: string) =>
    createHmac('sha256', hashKey).update(`${purpose}\n${text}`).digest('base64url')

  function encryptBytes(bytes: Uint8Array, purpose: string): Buffer {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv(ALGORITHM, getKey('encryption'), iv, { authTagLength: TAG_BYTES })
    cipher.setAAD(Buffer.from(purpose))
    const body = Buffer.concat([cipher.update(bytes), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), body])
  }

  const encrypt = (text: string, purpose: string): string =>
    `${VERSION}.${encryptBytes(Buffer.from(text), purpose).toString('base64url')}`

  /** Decrypts a text with the previous secrets; returns `undefined` if none of them matches. */
  function decryptWithPreviousSecrets(encrypted: string, purpose: string): string | undefined {
    for (const secret of previousSecrets)
      try {
        return decryptWithKey(deriveKey(secret, 'encryption'), encrypted, purpose)
      } catch {
        // Encrypted with another secret.
      }
    return undefined
  }

  /** Throws if the text was encrypted with another secret or purpose, or was modified. */
  function decrypt(encrypted: string, purpose: string): string {
    try {
      return decryptWithKey(getKey('encryption'), encrypted, purpose)
    } catch (error) {
      const text = decryptWithPreviousSecrets(encrypted, purpose)
      if (text === undefined) throw error
      return text
    }
  }

  return {
    encrypt,
    decrypt,

    /**
     * Decrypts a text; returns `undefined` if it was encrypted with a secret that is lost, for another purpose, or was
     * modified. What the text contains isn't checked, so that nothing else is taken for a lost secret.
     */
    tryDecrypt(encrypted: string, purpose: string): string | undefined {
      try {
        return decrypt(encrypted, purpose)
      } catch {
        return undefined
      }
    },

    /** Encrypts bytes such as those of a file; they don't grow by more than 28 bytes. */
    encryptBytes,

    /** Decrypts what `encryptBytes` returned. Throws if another secret or purpose was used, or it was modified. */
    decryptBytes: (encrypted: Buffer, purpose: string): Buffer =>
      decryptBytesWithKey(getKey('encryption'), encrypted, purpose),

    /** Re-encrypts a text that was encrypted with a previous secret; returns `undefined` for any other text. */
    reencrypt(encrypted: string, purpose: string): string | undefined {
      const text = decryptWithPreviousSecrets(encrypted, purpose)
      return text === undefined ? undefined : encrypt(text, purpose)
    },

    /** Derives a separate key for a purpose, which doesn't reveal `APP_SECRET`. */
    deriveKey: (purpose: string): Buffer => getKey(`key:${purpose}`),

    /** Returns a keyed hash to look up a short secret by, which can't be brute-forced without `APP_SECRET`. */
    hash: (text: string, purpose: string): string => computeHash(getKey('hash'), text, purpose),

    /** Returns the hashes that a secret may be stored under: by `APP_SECRET`, and by each previous secret. */
    listHashes: (text: string, purpose: string): string[] => [
      computeHash(getKey('hash'), text, purpose),
      ...previousSecrets.map((secret) => computeHash(deriveKey(secret, 'hash'), text, purpose)),
    ],
  }
}

function decryptWithKey(key: Buffer, encrypted: string, purpose: string): string {
  const [version, data = ''] = encrypted.split('.')
  if (version !== VERSION) throw new Error('not an encrypted text')
  return decryptBytesWithKey(key, Buffer.from(data, 'base64url'), purpose).toString('utf8')
}

function decryptBytesWithKey(key: Buffer, bytes: Buffer, purpose: string): Buffer {
  if (bytes.length < IV_BYTES + TAG_BYTES) throw new Error('nothing encrypted is this short')
  const iv = bytes.subarray(0, IV_BYTES)
  const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(purpose))
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
}
