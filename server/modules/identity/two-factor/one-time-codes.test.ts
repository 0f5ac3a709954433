import { describe, expect, it } from 'vitest'
import {
  base32,
  buildOtpauthUri,
  createRecoveryCode,
  createSecret,
  findStep,
  generateCode,
  getStep,
} from './one-time-codes.ts'

/** Of RFC 6238, appendix B; its codes have eight digits, of which ours are the last six. */
const SECRET = base32(Buffer.from('12345678901234567890'))

describe('one-time codes', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('generates the code of second %i', (second, code) => {
    expect(generateCode(SECRET, getStep(new Date(second * 1000)))).toBe(code.slice(2))
  })

  it.each([
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foobar', 'MZXW6YTBOI'],
  ])('base32 of %s (RFC 4648)', (text, encoded) => {
    expect(base32(Buffer.from(text))).toBe(encoded)
  })

  it('hold one step before and after their own', () => {
    const now = new Date(1_234_567_890_000)
    const step = getStep(now)
    const steps = [-2, -1, 0, 1, 2].map((drift) => findStep(SECRET, generateCode(SECRET, step + drift), now))
    expect(steps).toEqual([undefined, step - 1, step, step + 1, undefined])
  })

  it.each(['', '00592', '0059244', '００５９２４', 'abcdef'])('%j is none', (code) => {
    expect(findStep(SECRET, code, new Date(1_234_567_890_000))).toBeUndefined()
  })

  it('creates secrets and recovery codes that are never the same', () => {
    expect(createSecret()).toMatch(/^[A-Z2-7]{32}$/)
    expect(createRecoveryCode()).toMatch(/^[A-Z2-7]{5}-[A-Z2-7]{5}$/)
    expect(createSecret()).not.toBe(createSecret())
  })

  it('builds a set-up address that names the site and the account', () => {
    const uri = new URL(buildOtpauthUri(SECRET, { siteName: '明:鉴', email: 'a+b@example.com' }))
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
      'otpauth:',
      'totp',
      '/明 鉴:a+b@example.com',
    ])
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      secret: SECRET,
      issuer: '明 鉴',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
  })
})
