import { describe, expect, it } from 'vitest'
import { createPasswords, OWASP_COST } from './passwords.ts'

const LOW_COST = { logN: 4, r: 1, p: 1 }
const passwords = createPasswords(LOW_COST)

/** The hash of 智鉴-Pässwörd １２３ by better-auth 1.7. */
const LEGACY_HASH =
  '6132a54783151206347a22d4760c800e:619ee2b610de227c5d873cbe664d4cfdceda72901788e093fc545e7592472bb37c3d9b1a9ff8724e1f76ca162b078f5b6cc42f500daa6a85a4530f75534b3eae'

const toPhc = (cost: string, salt: string, key: string) =>
  `$scrypt$${cost}$${Buffer.from(salt).toString('base64').replace(/=+$/, '')}$${Buffer.from(key, 'hex').toString('base64').replace(/=+$/, '')}`

describe('verify', () => {
  it.each([
    [
      'N=1024, r=8, p=16',
      'password',
      toPhc(
        'ln=10,r=8,p=16',
        'NaCl',
        'fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640',
      ),
    ],
    [
      'N=16384, r=8, p=1',
      'pleaseletmein',
      toPhc(
        'ln=14,r=8,p=1',
        'SodiumChloride',
        '7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887',
      ),
    ],
  ])('agrees with RFC 7914 on %s', async (_, password, hash) => {
    expect(await passwords.verify(hash, password)).toBe(true)
    expect(await passwords.verify(hash, `${password}!`)).toBe(false)
  })

  it('verifies a hash by better-auth', async () => {
    expect(await passwords.verify(LEGACY_HASH, '智鉴-Pässwörd １２３')).toBe(true)
    expect(await passwords.verify(LEGACY_HASH, '智鉴-Pässwörd 12')).toBe(false)
  })

  it('treats composed and decomposed characters as equal', async () => {
    expect(await passwords.verify(await passwords.hash('Pa\u0308ss'), 'P\u00e4ss')).toBe(true)
  })

  it.each([undefined, '', 'plain', '$scrypt$ln=4,r=1,p=1$$', `${'0'.repeat(32)}:${'0'.repeat(128)}`])(
    'matches no password for the invalid hash %j',
    async (hash) => {
      for (const password of ['', 'plain', '0'.repeat(64)])
        expect(await passwords.verify(hash, password), password).toBe(false)
    },
  )
})

describe('hash', () => {
  it('contains its cost and a random salt', async () => {
    const [first, second] = [await passwords.hash('same'), await passwords.hash('same')]
    expect(first).toMatch(/^\$scrypt\$ln=4,r=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(second).not.toBe(first)
    expect(await passwords.verify(first, 'same')).toBe(true)
  })

  it('has the cost that OWASP recommends', async () => {
    const hash = await createPasswords().hash('costly')
    expect(hash).toContain('$scrypt$ln=17,r=8,p=1$')
    expect(createPasswords(OWASP_COST).isOutdated(hash)).toBe(false)
  })

  it('accepts 52 concurrent hashes and rejects further ones', async () => {
    const results = await Promise.allSettled(Array.from({ length: 53 }, () => passwords.hash('same')))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(52)
    expect(results.at(-1)).toMatchObject({ reason: { code: 'unavailable' } })
    expect(await passwords.hash('later')).toMatch(/^\$scrypt/)
  })
})

describe('isOutdated', () => {
  it.each([
    ['a hash by better-auth', LEGACY_HASH, true],
    ['a text that is no hash', 'no hash', true],
    [
      'a hash with a lower cost',
      '$scrypt$ln=3,r=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
      true,
    ],
    [
      'a hash with the current cost',
      '$scrypt$ln=4,r=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
      false,
    ],
  ])('returns for %s: %s', (_, hash, isOutdated) => {
    expect(passwords.isOutdated(hash)).toBe(isOutdated)
  })
})
