/** Verifies reports in the browser: by their number, or as downloaded files. */
import { readOnlyProjectCalls } from '#contracts/evaluation-projects/calls.ts'
import { type Verification, verifyReport } from '#contracts/rules/evaluation/verify-report.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import { call } from '../../../shared/call.ts'
import type { CallError } from '../../../shared/call-error.ts'

/** The result of a verification, with the report's own data, to be compared with a printed copy. */
export type VerifiedReport = {
  result: Verification
  name: string
  id: string
  createdAt: string
  hash: string
  /** Whether it is the project's current report; `undefined` for a file. */
  isCurrent?: boolean
}

/** Loads a report from the platform and verifies it. Throws a `CallError` if it can't be loaded. */
export async function verifyByNumber(reportId: string): Promise<VerifiedReport> {
  const { data } = await call(readOnlyProjectCalls.getReport, { params: { reportId } })
  const { isCurrent, ...report } = data
  return { ...(await verify(report)), isCurrent }
}

/** Verifies a file. Throws a `CallError` if it isn't a signed report, whoever signed it. */
export async function verifyFile(file: File): Promise<VerifiedReport> {
  const report = parseJson(await file.text())
  if (!isObject(report) || !isObject(report.data) || typeof report.signature !== 'string')
    throw { status: 0, message: '文件里没有签名的评估报告，请使用从报告页下载的文件' } satisfies CallError
  return verify(report)
}

async function verify(report: unknown): Promise<VerifiedReport> {
  const { keys } = await call(readOnlyProjectCalls.listKeys)
  return { result: await verifyReport(report, keys), ...readReportData(report) }
}

/** Returns the data of a report; a file may contain anything. */
function readReportData(report: unknown): Omit<VerifiedReport, 'result'> {
  const { data, hash } = isObject(report) ? report : {}
  const { id, createdAt, project } = isObject(data) ? data : {}
  const toText = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    name: isObject(project) ? toText(project.name) : '',
    id: toText(id),
    createdAt: Number.isNaN(Date.parse(toText(createdAt))) ? '' : toText(createdAt),
    hash: toText(hash),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw { status: 0, message: '文件不是JSON格式，请使用从报告页下载的文件' } satisfies CallError
  }
}

/** Extracts the report number from user input: a number, or the URL of a report or of its verification. */
export function toReportId(input: string): string {
  const text = input.trim()
  const reportId = /[?&]report=([^&#]+)/.exec(text)?.[1]
  if (reportId !== undefined) return reportId
  return (
    text
      .replace(/[?#].*$/, '')
      .split('/')
      .filter(Boolean)
      .pop() ?? ''
  )
}
