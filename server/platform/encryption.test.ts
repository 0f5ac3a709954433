import { describe, expect, it } from 'vitest'
import { createEncryption } from './encryption.ts'

const encryption = createEncryption('s'.repeat(32))

describe('createEncryption', () => {
  it.each(['', 'JBSWY3DPEHPK3PXP', '密码🀄'])('decrypts %j, and encrypts it differently each time', (text) => {
    const encrypted = encryption.encrypt(text, 'a')
    expect(encryption.decrypt(encrypted, 'a')).toBe(text)
    expect(encryption.encrypt(text, 'a')).not.toBe(encrypted)
    if (text) expect(encrypted).not.toContain(text)
  })

  it('rejects a text that was encrypted with another secret, for another purpose, or modified', () => {
    const encrypted = encryption.encrypt('text', 'a')
    const changed = `${encrypted.slice(0, -2)}${encrypted.endsWith('AA') ? 'BB' : 'AA'}`
    expect(() => createEncryption('t'.repeat(32)).decrypt(encrypted, 'a')).toThrow()
    expect(() => encryption.decrypt(encrypted, 'b')).toThrow()
    expect(() => encryption.decrypt(changed, 'a')).toThrow()
    for (const malformed of ['', 'text', 'v1.', 'v2.AAAA']) expect(() => encryption.decrypt(malformed, 'a')).toThrow()
  })

  it('returns no text without the secret that encrypted it', () => {
    const encrypted = encryption.encrypt('text', 'a')
    expect(encryption.tryDecrypt(encrypted, 'a')).toBe('text')
    expect(createEncryption('t'.repeat(32)).tryDecrypt(encrypted, 'a')).toBeUndefined()
  })

  it('returns the same hash only for the same secret and purpose', () => {
    expect(encryption.hash('x', 'a')).toBe(encryption.hash('x', 'a'))
    expect(encryption.hash('x', 'b')).not.toBe(encryption.hash('x', 'a'))
    expect(createEncryption('t'.repeat(32)).hash('x', 'a')).not.toBe(encryption.hash('x', 'a'))
  })

  it('throws without a secret', () => {
    expect(() => createEncryption(undefined).encrypt('x', 'a')).toThrow('APP_SECRET')
  })

  it('decrypts and re-encrypts a text that was encrypted with a previous secret', () => {
    const rotated = createEncryption('n'.repeat(32), ['o'.repeat(32), 's'.repeat(32)])
    const encrypted = encryption.encrypt('text', 'a')
    expect(rotated.decrypt(encrypted, 'a')).toBe('text')
    const reencrypted = rotated.reencrypt(encrypted, 'a') ?? ''
    expect(createEncryption('n'.repeat(32)).decrypt(reencrypted, 'a')).toBe('text')
    for (const [text, purpose] of [
      [reencrypted, 'a'],
      [encrypted, 'b'],
      ['v1.', 'a'],
    ] as const)
      expect(rotated.reencrypt(text, purpose)).toBeUndefined()
    expect(rotated.listHashes('x', 'a')).toContain(encryption.hash('x', 'a'))
    expect(rotated.hash('x', 'a')).toBe(createEncryption('n'.repeat(32)).hash('x', 'a'))
  })
})
