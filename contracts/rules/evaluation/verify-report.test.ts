import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ReportKey } from '../../evaluation-projects/report.ts'
import { toCanonicalJson } from './canonical-json.ts'
import { verifyReport } from './verify-report.ts'

function createKey(kid: string): { privateKey: KeyObject; publicKey: ReportKey } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  return { privateKey, publicKey: { kty: 'OKP', crv: 'Ed25519', x, kid, use: 'sig' } }
}

const ours = createKey('ours')
const former = createKey('former')
const KEYS = [ours.publicKey, former.publicKey]
const DATA = { id: 'r1', total: 81.25, name: '客服选型', nested: { b: [1, 2], a: null } }

async function signReport(data: object, { privateKey, publicKey }: typeof ours) {
  const text = toCanonicalJson(data)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return {
    data,
    hash: Buffer.from(digest).toString('hex'),
    signature: sign(null, Buffer.from(text), privateKey).toString('base64url'),
    keyId: publicKey.kid,
  }
}

describe('a report', () => {
  it('is unchanged regardless of key order and whitespace', async () => {
    const signed = await signReport(DATA, ours)
    expect(await verifyReport(signed, KEYS)).toBe('unchanged')
    const { nested, name, total, id } = DATA
    const reordered = { ...signed, data: { nested: { a: nested.a, b: nested.b }, name, total, id } }
    expect(await verifyReport(JSON.parse(JSON.stringify(reordered, null, 4)), KEYS)).toBe('unchanged')
  })

  it('remains valid after the key was replaced', async () => {
    expect(await verifyReport(await signReport(DATA, former), KEYS)).toBe('unchanged')
  })

  it('is reported as changed for every modified byte', async () => {
    const signed = await signReport(DATA, ours)
    const text = JSON.stringify(signed.data)
    let tested = 0
    for (let place = 0; place < text.length; place++) {
      const other = text[place] === '1' ? '2' : '1'
      const changed = parse(`${text.slice(0, place)}${other}${text.slice(place + 1)}`)
      if (changed === undefined) continue
      tested += 1
      expect([place, await verifyReport({ ...signed, data: changed }, KEYS)]).toEqual([place, 'changed'])
    }
    expect(tested).toBeGreaterThan(20)
  })

  it.each([
    { case: 'a missing field', change: ({ id: _, ...data }: typeof DATA) => data },
    { case: 'an added field', change: (data: typeof DATA) => ({ ...data, extra: 1 }) },
    { case: 'a different type', change: (data: typeof DATA) => ({ ...data, total: '81.25' }) },
  ])('is reported as changed by $case', async ({ change }) => {
    const signed = await signReport(DATA, ours)
    expect(await verifyReport({ ...signed, data: change(DATA) }, KEYS)).toBe('changed')
  })

  it('is reported as changed if only its hash differs', async () => {
    const signed = await signReport(DATA, ours)
    expect(
      await verifyReport({ ...signed, hash: signed.hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) }, KEYS),
    ).toBe('changed')
  })

  it('is reported as changed by half of a surrogate pair, which has no canonical form', async () => {
    const signed = await signReport(DATA, ours)
    expect(await verifyReport({ ...signed, data: { ...DATA, name: '客服\ud83d' } }, KEYS)).toBe('changed')
  })

  it('is reported as changed by anything beside its signed data', async () => {
    const signed = await signReport(DATA, ours)
    expect(await verifyReport({ ...signed, conclusion: '强烈推荐' }, KEYS)).toBe('changed')
  })

  it('is reported as not ours if it is signed with a foreign key, under any key id', async () => {
    const foreignKey = createKey('foreign')
    expect(await verifyReport(await signReport(DATA, foreignKey), KEYS)).toBe('not-signed')
    const forgedKey = { ...foreignKey, publicKey: { ...foreignKey.publicKey, kid: 'ours' } }
    expect(await verifyReport(await signReport(DATA, forgedKey), KEYS)).toBe('not-signed')
  })

  it('is reported as not ours if the signature is changed', async () => {
    const signed = await signReport(DATA, ours)
    for (const signature of ['', 'A', '你好', 'AAAA', `${signed.signature}A`])
      expect(await verifyReport({ ...signed, signature }, KEYS)).toBe('not-signed')
  })

  it.each([
    [null],
    ['text'],
    [[]],
    [{}],
    [{ data: DATA }],
    [{ data: [], keyId: 'ours', signature: '', hash: '' }],
    [{ data: DATA, keyId: 'ours', signature: 12, hash: '' }],
    [12],
  ])('is reported as not ours if the file contains %j', async (value) => {
    expect(await verifyReport(value, KEYS)).toBe('not-signed')
  })
})

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

describe('canonical JSON', () => {
  // The example of RFC 8785, section 3.2.2 and 3.2.3.
  it('matches the example of RFC 8785', () => {
    const value = JSON.parse(
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
    )
    expect(toCanonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
  })

  it('rejects values that JSON cannot represent', () => {
    expect(() => toCanonicalJson(undefined)).toThrow()
    expect(() => toCanonicalJson({ score: Number.NaN })).toThrow()
  })
})
