import { expect, it } from 'vitest'
import { toReportId, verifyFile } from './verify-report.ts'

it.each([
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
