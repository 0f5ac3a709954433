/** Checks reports in the browser: by their number, or as files that were downloaded. */
import { projectReadingCalls } from '#contracts/evaluation-projects/calls.ts'
import { type Verification, verifyReport } from '#contracts/rules/evaluation/verify-report.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import { call } from '../../../shared/call.ts'
import type { CallFailure } from '../../../shared/call-failure.ts'

/** What a check came to, with what the report says of itself, to be compared with paper. */
export type CheckedReport = {
  result: Verification
  name: string
  id: string
  createdAt: string
  hash: string
  /** Whether it is still its project's report; `undefined` for a file, which can't know. */
  isCurrent?: boolean
}

/** Reads and checks a report of the platform. Throws a `CallFailure`. */
export async function checkByNumber(reportId: string): Promise<CheckedReport> {
  const { data } = await call(projectReadingCalls.report, { params: { reportId } })
  const { isCurrent, ...report } = data
  return { ...(await check(report)), isCurrent }
}

/** Checks the text of a file. Throws a `CallFailure` if it is no JSON. */
export const checkFile = async (file: File): Promise<CheckedReport> => check(parse(await file.text()))

async function check(report: unknown): Promise<CheckedReport> {
  const { keys } = await call(projectReadingCalls.keys)
  return { result: await verifyReport(report, keys), ...describe(report) }
}

/** Returns what a report says of itself; a file may hold anything. */
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

/** Returns the number in what was typed: a number, or the address of a report or of its check. */
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
