/** Verifies reports in the browser: by their number, or as downloaded files. */
import { badgeCalls } from '#contracts/badges/calls.ts'
import { BADGE_FORMAT, type BadgeStatus } from '#contracts/badges/statuses.ts'
import { evaluationCalls } from '#contracts/evaluation/calls.ts'
import type { Report } from '#contracts/evaluation/evaluation.ts'
import { readOnlyProjectCalls } from '#contracts/evaluation-projects/calls.ts'
import type { ReportReply } from '#contracts/evaluation-projects/report.ts'
import type { Appendix } from '#contracts/evaluation-projects/report-runs.ts'
import { toCanonicalJson } from '#contracts/rules/evaluation/canonical-json.ts'
import { type VerifiedSigning, verifySigning } from '#contracts/rules/evaluation/final-table.ts'
import { type VerifiedSeal, verifySeals } from '#contracts/rules/evaluation/seal.ts'
import { DuplicateKeyError, parseStrictJson } from '#contracts/rules/evaluation/strict-json.ts'
import { findAppendix } from '#contracts/rules/evaluation/verify-appendix.ts'
import { type Verification, verifyReport } from '#contracts/rules/evaluation/verify-report.ts'
import { isObject, type JsonObject } from '#contracts/rules/is-object.ts'
import { call } from '../../../shared/call.ts'
import { type CallError, isNotFound } from '../../../shared/call-error.ts'

/** The result of verifying a signed report, with the report's own data, to be compared with a printed copy. */
export type SignedReportResult = {
  kind: 'signed'
  result: Verification
  name: string
  ownerName: string
  id: string
  createdAt: string
  hash: string
  /** The appendix that the report names; earlier ones, and those without runs, have none. */
  appendix: Appendix | undefined
  /** The seals that the report opens, recomputed. */
  seals: VerifiedSeal[]
  /** The final table, recomputed; earlier reports have none. */
  signing: VerifiedSigning | undefined
  /** What became of the report since; `undefined` if the platform couldn't be asked, 'removed' if it has it no more. */
  online?: OnlineStatus | 'removed' | undefined
}

/** What became of a report since it was signed. */
export type OnlineStatus = Pick<ReportReply, 'isPublished' | 'isCurrent' | 'newerAt' | 'withdrawnAt'>

/** A report of the scoring tool, which isn't signed: the stored one, and whether the file has the same contents. */
export type SelfAssessedResult = { kind: 'self-assessed'; report: Report; isUnchanged: boolean }

/** The result of verifying the signed badge of a product. */
export type BadgeResult = {
  kind: 'badge'
  result: Verification
  productName: string
  /** The verdict, if the badge gives one, and what it says of the evaluation. */
  text: string
  expiresAt: string
  /** What the platform says of the evaluation now; `undefined` if it couldn't be asked, 'removed' if there is none. */
  present: BadgeStatus | 'removed' | undefined
}

export type VerifiedReport = SignedReportResult | SelfAssessedResult | BadgeResult

/** Loads a report from the platform and verifies it. Throws a `CallError` if it can't be loaded. */
export async function verifyByNumber(reportId: string): Promise<VerifiedReport> {
  const { data } = await call(readOnlyProjectCalls.findReport, { params: { reportId } })
  if (!('signature' in data)) return { kind: 'self-assessed', report: data, isUnchanged: true }
  const { isPublished, isCurrent, newerAt, withdrawnAt, ...report } = data
  return { ...(await verify(report)), online: { isPublished, isCurrent, newerAt, withdrawnAt } }
}

const getToolReport = async (id: string): Promise<Report> =>
  (await call(evaluationCalls.getReport, { params: { id } })).data

/**
 * Verifies a file: a signed report, whoever signed it, or a report of the scoring tool as the API replies it. Throws a
 * `CallError` if it is neither.
 */
export async function verifyFile(file: File): Promise<VerifiedReport> {
  const report = parseJson(await file.text())
  // A badge names its report, too.
  if (isObject(report) && isObject(report.data) && report.data.format === BADGE_FORMAT)
    return verifyBadge(report, report.data)
  const toolReport = findToolReport(report)
  if (toolReport) return verifyToolReport(toolReport)
  if (!isObject(report) || !isObject(report.data) || typeof report.signature !== 'string')
    throw { status: 0, message: '文件里没有签名的评估报告，请使用从报告页下载的文件' } satisfies CallError
  const verified = await verify(report)
  return verified.result === 'unchanged' ? { ...verified, online: await findOnlineStatus(verified.id) } : verified
}

async function verifyBadge(badge: JsonObject, data: JsonObject): Promise<BadgeResult> {
  const { keys } = await call(readOnlyProjectCalls.listKeys)
  const { product, recommendation, score, validUntil, expiresAt, isExample } = data
  const { id, name } = isObject(product) ? product : {}
  const toText = (value: unknown) => (typeof value === 'string' ? value : '')
  const result = await verifyReport(badge, keys)
  return {
    kind: 'badge',
    result,
    productName: toText(name),
    text:
      (recommendation === null ? '没有给出结论' : `${recommendation}，${score}分，有效至${validUntil}`) +
      (isExample === true ? '（示例）' : ''),
    expiresAt: Number.isNaN(Date.parse(toText(expiresAt))) ? '' : toText(expiresAt),
    present: result === 'unchanged' ? await findPresentStatus(toText(id)) : undefined,
  }
}

async function findPresentStatus(id: string): Promise<BadgeResult['present']> {
  try {
    return (await call(badgeCalls.get, { params: { id } })).data.status
  } catch (error) {
    return isNotFound(error) ? 'removed' : undefined
  }
}

/** Asks the platform what became of a report since it was signed, which its file can't say. */
async function findOnlineStatus(reportId: string): Promise<SignedReportResult['online']> {
  try {
    const { data } = await call(readOnlyProjectCalls.getReport, { params: { reportId } })
    const { isPublished, isCurrent, newerAt, withdrawnAt } = data
    return { isPublished, isCurrent, newerAt, withdrawnAt }
  } catch (error) {
    return isNotFound(error) ? 'removed' : undefined
  }
}

/** Returns the report of the scoring tool in a file, with or without the envelope of the API's replies. */
function findToolReport(file: unknown): { reportId: string } | undefined {
  const report = isObject(file) && isObject(file.data) ? file.data : file
  if (!isObject(report) || typeof report.reportId !== 'string') return undefined
  const { reportId } = report
  return Object.assign(report, { reportId })
}

async function verifyToolReport(fileReport: { reportId: string }): Promise<SelfAssessedResult> {
  const report = await getToolReport(fileReport.reportId)
  return { kind: 'self-assessed', report, isUnchanged: toCanonicalJson(fileReport) === toCanonicalJson(report) }
}

async function verify(report: unknown): Promise<SignedReportResult> {
  const { keys } = await call(readOnlyProjectCalls.listKeys)
  const data = isObject(report) ? report.data : undefined
  const seals = await verifySeals(data)
  const result = await verifyReport(report, keys)
  const signing = result === 'unchanged' ? await verifySigning(data) : undefined
  return { kind: 'signed', result, ...readReportData(report), seals, signing }
}

/** Returns the data of a report; a file may contain anything. */
function readReportData(report: unknown): Omit<SignedReportResult, 'kind' | 'result' | 'seals' | 'signing'> {
  const { data, hash } = isObject(report) ? report : {}
  const { id, createdAt, project } = isObject(data) ? data : {}
  const toText = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    name: isObject(project) ? toText(project.name) : '',
    ownerName: isObject(project) ? toText(project.ownerName) : '',
    id: toText(id),
    createdAt: Number.isNaN(Date.parse(toText(createdAt))) ? '' : toText(createdAt),
    hash: toText(hash),
    appendix: findAppendix(data),
  }
}

function parseJson(text: string): unknown {
  try {
    return parseStrictJson(text)
  } catch (error) {
    const message =
      error instanceof DuplicateKeyError
        ? `文件里的字段“${error.key}”出现了两次，不是从报告页下载的文件，或下载后被改动过`
        : '文件不是JSON格式，请使用从报告页下载的文件'
    throw { status: 0, message } satisfies CallError
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
