import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { toCanonicalJson } from '#contracts/rules/evaluation/canonical-json.ts'
import { toReportId, verifyByNumber, verifyFile } from './verify-report.ts'

const TOOL_REPORT = {
  reportId: 'Py0KQzbiROAwzD4GbzrrXA',
  productName: '竞品',
  techScore: 100,
  score: 100,
  disclaimer: '评估人自填，未经平台核实',
}

afterEach(() => vi.unstubAllGlobals())

/** Answers requests for the report of the scoring tool, and 404 to all others. */
const serveToolReport = () =>
  vi.stubGlobal('fetch', async (url: string) =>
    /\/api\/(evaluation-reports|evaluation\/reports)\//.test(url) && url.endsWith(TOOL_REPORT.reportId)
      ? Response.json({ success: true, data: TOOL_REPORT })
      : Response.json({ success: false, message: '评估报告不存在' }, { status: 404 }),
  )

describe('a report of the scoring tool', () => {
  it('is found by its number', async () => {
    serveToolReport()
    expect(await verifyByNumber(TOOL_REPORT.reportId)).toEqual({
      kind: 'self-assessed',
      report: TOOL_REPORT,
      isUnchanged: true,
    })
    await expect(verifyByNumber('another')).rejects.toMatchObject({ status: 404, message: '评估报告不存在' })
  })

  it.each([
    ['a reply of the API', { success: true, data: TOOL_REPORT }, true],
    ['the data alone', TOOL_REPORT, true],
    ['another score', { ...TOOL_REPORT, techScore: 99 }, false],
    ['no disclaimer', { ...TOOL_REPORT, disclaimer: undefined }, false],
  ])('is compared with the stored one if the file contains %s', async (_, content, isUnchanged) => {
    serveToolReport()
    const file = new File([JSON.stringify(content)], 'report.json')
    expect(await verifyFile(file)).toEqual({ kind: 'self-assessed', report: TOOL_REPORT, isUnchanged })
  })
})

it.each([
  ['{"data":{"a":1,"a":2}}', '文件里的字段“a”出现了两次，不是从报告页下载的文件，或下载后被改动过'],
  ['report', '文件不是JSON格式，请使用从报告页下载的文件'],
  ['{"data":{}}', '文件里没有签名的评估报告，请使用从报告页下载的文件'],
  ['[1]', '文件里没有签名的评估报告，请使用从报告页下载的文件'],
])('rejects the file %j, which is no signed report', async (text, message) => {
  await expect(verifyFile(new File([text], 'report.json'))).rejects.toEqual({ status: 0, message })
})

/** Returns the file of a signed report; the platform has the key, and replies to the question what became of it. */
async function verifySigned(reply: () => Response) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const canonical = toCanonicalJson(DATA)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonical))
  const report = {
    data: DATA,
    hash: Buffer.from(digest).toString('hex'),
    signature: sign(null, Buffer.from(canonical), privateKey).toString('base64url'),
    keyId: 'k1',
  }
  const { x } = publicKey.export({ format: 'jwk' })
  const keys = [{ kty: 'OKP', crv: 'Ed25519', x, kid: 'k1', use: 'sig' }]
  vi.stubGlobal('fetch', async (url: string) => (url.includes('report-keys') ? Response.json({ keys }) : reply()))
  return verifyFile(new File([JSON.stringify(report)], 'report.json'))
}

const DATA = { id: 'Py0KQzbiROAwzD4GbzrrXA', createdAt: '2026-11-21T02:00:00.000Z', project: { name: '选型' } }
const ONLINE = { isPublished: false, isCurrent: false, newerAt: '2026-11-22T02:00:00.000Z', withdrawnAt: null }

it.each([
  { case: 'a newer report', reply: () => Response.json({ success: true, data: ONLINE }), online: ONLINE },
  {
    case: 'its removal',
    reply: () => Response.json({ success: false, message: '评估报告不存在' }, { status: 404 }),
    online: 'removed',
  },
  {
    case: 'nothing if the platform fails',
    reply: () => Response.json({ success: false, message: '服务暂不可用' }, { status: 503 }),
    online: undefined,
  },
])('says of an unchanged file $case', async ({ reply, online }) => {
  expect(await verifySigned(reply)).toMatchObject({ result: 'unchanged', name: '选型', online })
})

it.each([
  [' Py0KQzbiROAwzD4GbzrrXA ', 'Py0KQzbiROAwzD4GbzrrXA'],
  ['https://example.com/evaluation/reports/Py0KQzbiROAwzD4GbzrrXA?x=1#top', 'Py0KQzbiROAwzD4GbzrrXA'],
  ['https://example.com/evaluation/verify?report=Py0KQzbiROAwzD4GbzrrXA', 'Py0KQzbiROAwzD4GbzrrXA'],
  ['  ', ''],
])('extracts the report number from %j', (input, id) => {
  expect(toReportId(input)).toBe(id)
})

it('verifies a badge, says what it says, and asks what the evaluation is now', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { x } = publicKey.export({ format: 'jwk' })
  const key = { kty: 'OKP', crv: 'Ed25519', x, kid: 'k', use: 'sig' }
  const data = {
    format: 'zhijian-badge/1',
    product: { id: 'p1', name: '排班助手' },
    recommendation: '推荐',
    score: 86,
    validUntil: '2027-11-21',
    reportId: 'ZJ-20261121-0001',
    isExample: true,
    expiresAt: '2026-12-07T02:00:00.000Z',
  }
  const text = toCanonicalJson(data)
  const badge = {
    data,
    hash: createHash('sha256').update(text).digest('hex'),
    signature: sign(null, Buffer.from(text), privateKey).toString('base64url'),
    keyId: 'k',
  }
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(
      url.includes('/api/badges/') ? { ...badge, data: { ...data, status: 'withdrawn' } } : { keys: [key] },
    ),
  )
  const verify = (content: object) => verifyFile(new File([JSON.stringify(content)], 'badge.json'))
  expect(await verify(badge)).toEqual({
    kind: 'badge',
    result: 'unchanged',
    productName: '排班助手',
    text: '推荐，86分，有效至2027-11-21（示例）',
    expiresAt: data.expiresAt,
    present: 'withdrawn',
  })
  expect(await verify({ ...badge, data: { ...data, score: 99 } })).toMatchObject({
    result: 'changed',
    present: undefined,
  })
})
