import { describe, expect, it } from 'vitest'
import { createEncryption } from './encryption.ts'

const encryption = createEncryption('s'.repeat(32))

describe('encryption', () => {
  it.each(['', 'JBSWY3DPEHPK3PXP', '密码🀄'])('gives %j back, kept differently each time', (text) => {
    const kept = encryption.encrypt(text, 'a')
    expect(encryption.decrypt(kept, 'a')).toBe(text)
    expect(encryption.encrypt(text, 'a')).not.toBe(kept)
    if (text) expect(kept).not.toContain(text)
  })

  it('reads nothing of another secret, another purpose, or changed', () => {
    const kept = encryption.encrypt('text', 'a')
    const changed = `${kept.slice(0, -2)}${kept.endsWith('AA') ? 'BB' : 'AA'}`
    expect(() => createEncryption('t'.repeat(32)).decrypt(kept, 'a')).toThrow()
    expect(() => encryption.decrypt(kept, 'b')).toThrow()
    expect(() => encryption.decrypt(changed, 'a')).toThrow()
    for (const nonsense of ['', 'text', 'v1.', 'v2.AAAA']) expect(() => encryption.decrypt(nonsense, 'a')).toThrow()
  })

  it('hashes alike under one secret and purpose alone', () => {
    expect(encryption.hash('x', 'a')).toBe(encryption.hash('x', 'a'))
    expect(encryption.hash('x', 'b')).not.toBe(encryption.hash('x', 'a'))
    expect(createEncryption('t'.repeat(32)).hash('x', 'a')).not.toBe(encryption.hash('x', 'a'))
  })

  it('does nothing without a secret', () => {
    expect(() => createEncryption(undefined).encrypt('x', 'a')).toThrow('APP_SECRET')
  })
})
