import { afterEach, describe, expect, it, vi } from 'vitest'
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
    url.includes(`/api/evaluation-reports/${TOOL_REPORT.reportId}`)
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

it.each([
  [' Py0KQzbiROAwzD4GbzrrXA ', 'Py0KQzbiROAwzD4GbzrrXA'],
  ['https://example.com/evaluation/reports/Py0KQzbiROAwzD4GbzrrXA?x=1#top', 'Py0KQzbiROAwzD4GbzrrXA'],
  ['https://example.com/evaluation/verify?report=Py0KQzbiROAwzD4GbzrrXA', 'Py0KQzbiROAwzD4GbzrrXA'],
  ['  ', ''],
])('extracts the report number from %j', (input, id) => {
  expect(toReportId(input)).toBe(id)
})
