/** Verifies reports in the browser: by their number, or as downloaded files. */
import { projectReadingCalls } from '#contracts/evaluation-projects/calls.ts'
import { type Verification, verifyReport } from '#contracts/rules/evaluation/verify-report.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import { call } from '../../../shared/call.ts'
import type { CallFailure } from '../../../shared/call-failure.ts'

/** The result of a verification, with the report's own data, to be compared with a printed copy. */
export type CheckedReport = {
  result: Verification
  name: string
  id: string
  createdAt: string
  hash: string
  /** Whether it is the project's current report; `undefined` for a file. */
  isCurrent?: boolean
}

/** Loads and verifies a report of the platform. Throws a `CallFailure`. */
export async function checkByNumber(reportId: string): Promise<CheckedReport> {
  const { data } = await call(projectReadingCalls.report, { params: { reportId } })
  const { isCurrent, ...report } = data
  return { ...(await check(report)), isCurrent }
}

/** Verifies a file. Throws a `CallFailure` if it isn't JSON. */
export const checkFile = async (file: File): Promise<CheckedReport> => check(parse(await file.text()))

async function check(report: unknown): Promise<CheckedReport> {
  const { keys } = await call(projectReadingCalls.keys)
  return { result: await verifyReport(report, keys), ...describe(report) }
}

/** Returns the data of a report; a file may contain anything. */
function describe(report: unknown): Omit<CheckedReport, 'result'> {
  const { data, hash } = isObject(report) ? report : {}
  const { id, createdAt, project } = isObject(data) ? data : {}
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    name: isObject(project) ? text(project.name) : '',
    id: text(id),
    createdAt: Number.isNaN(Date.parse(text(createdAt))) ? '' : text(createdAt),
    hash: text(hash),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw { status: 0, message: '文件不是JSON格式，请使用从报告页下载的文件' } satisfies CallFailure
  }
}

/** Extracts the report number from user input: a number, or the URL of a report or of its verification. */
export function toReportId(typed: string): string {
  const text = typed.trim()
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
