import { describe, expect, it } from 'vitest'
import {
  buildOtpauthUri,
  createRecoveryCode,
  createSecret,
  encodeBase32,
  findMatchingTimeStep,
  generateCode,
  getTimeStep,
} from './one-time-codes.ts'

/** From RFC 6238, appendix B, whose codes have eight digits; ours are their last six digits. */
const SECRET = encodeBase32(Buffer.from('12345678901234567890'))

describe('one-time codes', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('generates the code at second %i', (second, code) => {
    expect(generateCode(SECRET, getTimeStep(new Date(second * 1000)))).toBe(code.slice(2))
  })

  it.each([
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foobar', 'MZXW6YTBOI'],
  ])('encodes %s in base32 (RFC 4648)', (text, encoded) => {
    expect(encodeBase32(Buffer.from(text))).toBe(encoded)
  })

  it('accepts a code one step before and after its own', () => {
    const now = new Date(1_234_567_890_000)
    const step = getTimeStep(now)
    const steps = [-2, -1, 0, 1, 2].map((drift) =>
      findMatchingTimeStep(SECRET, generateCode(SECRET, step + drift), now),
    )
    expect(steps).toEqual([undefined, step - 1, step, step + 1, undefined])
  })

  it.each(['', '00592', '0059244', '００５９２４', 'abcdef'])('rejects %j', (code) => {
    expect(findMatchingTimeStep(SECRET, code, new Date(1_234_567_890_000))).toBeUndefined()
  })

  it('creates secrets and recovery codes that are never the same', () => {
    expect(createSecret()).toMatch(/^[A-Z2-7]{32}$/)
    expect(createRecoveryCode()).toMatch(/^[A-Z2-7]{5}-[A-Z2-7]{5}$/)
    expect(createSecret()).not.toBe(createSecret())
  })

  it('builds a setup URI with the site and the account', () => {
    const uri = new URL(buildOtpauthUri(SECRET, { siteName: '明:鉴', email: 'a+b@example.com' }))
    expect(uri.protocol).toBe('otpauth:')
    expect(uri.host).toBe('totp')
    expect(decodeURIComponent(uri.pathname)).toBe('/明 鉴:a+b@example.com')
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      secret: SECRET,
      issuer: '明 鉴',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
  })
})
