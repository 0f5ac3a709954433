import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createBlotting } from './blot-secrets.ts'

const KEY = 'sk-Ab/9+z"Q\\7=x'
const blot = createBlotting([KEY])
const toBase64 = (text: string) => Buffer.from(text).toString('base64')

describe('a key in a text', () => {
  it.each<[string, string]>([
    ['as it is', KEY],
    ['in hexadecimal', Buffer.from(KEY).toString('hex')],
    ['in hexadecimal in capitals', Buffer.from(KEY).toString('hex').toUpperCase()],
    ['percent-encoded', encodeURIComponent(KEY)],
    [
      'percent-encoded in lower case',
      encodeURIComponent(KEY).toLowerCase().replace('sk-ab', 'sk-Ab').replace('q', 'Q'),
    ],
    ['percent-encoded completely', [...Buffer.from(KEY)].map((byte) => `%${byte.toString(16)}`).join('')],
    ['in JSON', JSON.stringify(KEY).slice(1, -1)],
    ['in JSON within JSON', JSON.stringify(JSON.stringify(KEY)).slice(3, -3)],
    ['in JSON with escaped slashes', JSON.stringify(KEY).slice(1, -1).replaceAll('/', String.raw`\/`)],
    [
      'escaped in JSON completely',
      [...KEY].map((character) => String.raw`\u00${character.charCodeAt(0).toString(16)}`).join(''),
    ],
  ])('is masked %s', (_, spelling) => {
    expect(blot(`密钥是${spelling}。`)).toBe('密钥是••••••。')
  })

  it.each([0, 1, 2, 3])('is masked in Base64 after %i other bytes', (count) => {
    for (const encoding of ['base64', 'base64url'] as const) {
      const text = Buffer.from(`${'x'.repeat(count)}${KEY}${'y'.repeat(count)}`).toString(encoding)
      const masked = blot(text)
      expect(masked).toContain('••••••')
      // What is left are the other bytes.
      expect(Buffer.from(masked, 'base64').toString()).not.toMatch(/k-Ab/)
    }
  })

  it('is masked completely if another one is part of it', () => {
    expect(createBlotting(['sk-1', 'sk-1234'])('sk-1234')).toBe('••••••')
  })

  it('leaves all other texts as they are', () => {
    for (const text of ['', '您好', 'sk-', toBase64('您好'), String.raw`\u4f60 %E4%BD%A0 \" \\`])
      expect(blot(text)).toBe(text)
    expect(createBlotting(['', ''])('任何文字')).toBe('任何文字')
  })

  it('is masked whatever it consists of, and wherever it stands', () => {
    const visible = fc.string({
      unit: fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code)),
      minLength: 4,
      maxLength: 60,
    })
    fc.assert(
      fc.property(visible, fc.string(), fc.string(), (key, before, after) => {
        const mask = createBlotting([key])
        for (const spelling of [
          key,
          encodeURIComponent(key),
          JSON.stringify(key).slice(1, -1),
          Buffer.from(key).toString('hex'),
        ])
          expect(mask(`${before} ${spelling} ${after}`)).toContain('••••••')
      }),
    )
  })
})
