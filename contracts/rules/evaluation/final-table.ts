/**
 * The final table, which judges sign: everything that the order of the candidates follows from, and the order itself. A
 * signature names the SHA-256 of its canonical JSON (RFC 8785, UTF-8), which anybody can recompute from a report.
 */
import type { ReportData } from '../../evaluation-projects/report.ts'
import type { Signature, Signing } from '../../evaluation-projects/signing.ts'
import { SIGNATURE_POSITION_LABELS } from '../../evaluation-projects/statuses.ts'
import { isObject } from '../is-object.ts'
import { createAnalysisRequest, listCountedScores } from './analysis-request.ts'
import { tryToCanonicalJson } from './canonical-json.ts'
import { listBarred } from './conflicts.ts'
import { rankCandidates, scoreCandidate, tabulateScores } from './scoring.ts'
import { toHex } from './to-hex.ts'

/** What the table is built from; `judges` are those who count. */
type SignedProject = Pick<
  ReportData,
  'setup' | 'lockHash' | 'scores' | 'interest' | 'offers' | 'measurements' | 'trialCounts'
> & {
  judges: readonly { id: string }[]
  steps: readonly { to: string; at: string }[]
}

/** Orders by code units, which are the same on every database and in every browser. */
const compare = (a: readonly string[], b: readonly string[]): number => {
  const index = a.findIndex((text, position) => text !== b[position])
  return index === -1 ? 0 : (a[index] ?? '') < (b[index] ?? '') ? -1 : 1
}

const compareCells = (a: { candidate: string; criterion: string }, b: typeof a): number =>
  compare([a.candidate, a.criterion], [b.candidate, b.criterion])

/**
 * Returns the final table of a project. It names when the review began, so that signatures are void once a project was
 * opened again. Throws a `RangeError` for a setup that can't be analyzed.
 */
export function createFinalTable(project: SignedProject) {
  const { setup, lockHash, judges, scores, interest, steps, offers = [], measurements = [], trialCounts = [] } = project
  const judgeIds = new Set(judges.map(({ id }) => id))
  // Sums depend on the order of their terms.
  const counted = listCountedScores({ setup, scores, interest })
    .filter(({ judge }) => judgeIds.has(judge))
    .sort((a, b) => compare([a.candidate, a.criterion, a.judge], [b.candidate, b.criterion, b.judge]))
  const request = createAnalysisRequest(setup, { judges, scores: counted, offers, measurements, trialCounts })
  const standings = tabulateScores(request).map((candidate) => {
    const { total, score, recommendation } = scoreCandidate(candidate.criteria, request.method)
    return { key: candidate.key, name: candidate.name, total, score, recommendation }
  })
  return {
    format: 'zhijian-final-table/1',
    lockHash,
    reviewedAt: steps.findLast(({ to }) => to === 'review')?.at ?? null,
    judges: [...judgeIds].sort((a, b) => compare([a], [b])),
    conflicts: (interest?.declarations ?? [])
      .flatMap(({ judge, conflicts }) =>
        judge === null || !judgeIds.has(judge) ? [] : listBarred(conflicts).map((candidate) => ({ judge, candidate })),
      )
      .sort((a, b) => compare([a.judge, a.candidate], [b.judge, b.candidate])),
    scores: counted.map(({ candidate, criterion, judge, score, grade }) => ({
      candidate,
      criterion,
      judge,
      score,
      grade,
    })),
    offers: offers.toSorted((a, b) => compare([a.candidate], [b.candidate])),
    measurements: measurements.toSorted(compareCells),
    trialCounts: trialCounts.toSorted(compareCells),
    order: rankCandidates(standings)
      .map(({ key, name, rank, total, score, recommendation }) => ({ key, name, rank, total, score, recommendation }))
      .sort((a, b) => compare([a.key], [b.key])),
  }
}

/** Returns the signatures of the table as it is now, the last of each judge. */
export const listValidSignatures = ({ tableHash, signatures }: Pick<Signing, 'tableHash' | 'signatures'>) => {
  const last = new Map(signatures.map((signature) => [signature.judge, signature]))
  return [...last.values()].filter((signature) => signature.tableHash === tableHash)
}

/** Returns the judges who haven't signed the table as it is now. */
export function listUnsigned<Judge extends { id: string }>(
  judges: readonly Judge[],
  signing: Pick<Signing, 'tableHash' | 'signatures'>,
): Judge[] {
  const signed = new Set(listValidSignatures(signing).map(({ judge }) => judge))
  return judges.filter(({ id }) => !signed.has(id))
}

/** Describes the position of a signature, with the reason of a dissent. */
export const describePosition = ({ position, reason }: Pick<Signature, 'position' | 'reason'>): string =>
  position === 'agreed' ? SIGNATURE_POSITION_LABELS.agreed : `${SIGNATURE_POSITION_LABELS.dissented}：${reason}`

/** What became of a signature in a report: `replaced` by a later one of the same judge, `void` if it signed another table. */
/**
 * Returns the name with which somebody signed, and the name of their seat where it differs; seats are those of the
 * project's judges.
 */
export function describeSigner(
  { judge, name }: Pick<Signature, 'judge' | 'name'>,
  judges: readonly { id: string; name: string }[],
): string {
  const seat = judges.find(({ id }) => id === judge)?.name ?? name
  return seat === name ? name : `${name}（评委席：${seat}）`
}

type SignatureStatus = 'valid' | 'replaced' | 'void'
export const SIGNATURE_STATUS_LABELS: Record<SignatureStatus, string> = {
  valid: '有效',
  replaced: '已重新签署',
  void: '已失效',
}

/** Returns what became of a signature among those of its project. */
export function getSignatureStatus(
  signature: Signature,
  signing: Pick<Signing, 'tableHash' | 'signatures'>,
): SignatureStatus {
  if (signature.tableHash !== signing.tableHash) return 'void'
  return listValidSignatures(signing).includes(signature) ? 'valid' : 'replaced'
}

/** What verifying the signatures in a report has found. */
export type VerifiedSigning = {
  /** The table, recomputed from the report's scores, weights, prices and declarations, has the hash that was signed. */
  isMatching: boolean
  tableHash: string | null
  agreed: number
  dissented: number
  unsigned: number
}

/** Recomputes the final table of a report and its hash; `undefined` for reports without one. */
export async function verifySigning(data: unknown): Promise<VerifiedSigning | undefined> {
  if (!hasSigning(data)) return undefined
  const { signing } = data
  const valid = listValidSignatures(signing)
  return {
    isMatching: (await hashTable(data)) === signing.tableHash,
    tableHash: signing.tableHash,
    agreed: valid.filter(({ position }) => position === 'agreed').length,
    dissented: valid.filter(({ position }) => position === 'dissented').length,
    unsigned: signing.unsigned.length,
  }
}

type SignedReportData = ReportData & { signing: NonNullable<ReportData['signing']> }

/** Only reports that the platform has signed are asked, so the rest is as `toReportData` has written it. */
const hasSigning = (data: unknown): data is SignedReportData => isObject(data) && isObject(data.signing)

async function hashTable(data: SignedReportData): Promise<string | undefined> {
  const canonical = tryToCanonicalJson(createFinalTable(data))
  if (canonical === undefined) return undefined
  return toHex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonical)))
}
