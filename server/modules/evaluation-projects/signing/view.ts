import type { TrialCount } from '#contracts/evaluation-projects/counted.ts'
import type { Interest } from '#contracts/evaluation-projects/interest.ts'
import type { ProjectScore } from '#contracts/evaluation-projects/score.ts'
import type { Signature, Signing } from '#contracts/evaluation-projects/signing.ts'
import { toCanonicalJson } from '#contracts/rules/evaluation/canonical-json.ts'
import { createFinalTable } from '#contracts/rules/evaluation/final-table.ts'
import { sha256Hex } from '#server/platform/sha256.ts'
import type { JudgeRow } from '../judges/store.ts'
import { hasFinalTable } from '../policy.ts'
import type { Project } from '../view.ts'
import type { SignatureRow } from './store.ts'

const toSignature = (row: SignatureRow): Signature => ({
  judge: row.judgeId,
  name: row.name,
  position: row.position,
  reason: row.reason,
  drawing: row.drawing,
  tableHash: row.tableHash,
  signedAt: row.signedAt,
})

/** What a project's final table is built from, and the signatures of it. */
type SigningContext = {
  judges: readonly JudgeRow[]
  scores: readonly ProjectScore[]
  interest: Interest
  trialCounts: readonly TrialCount[]
  signatures: readonly SignatureRow[]
}

/** Returns the final table; `undefined` before 复议. All scores of the project are required. */
function findFinalTable(
  project: Project,
  { judges, scores, interest, trialCounts }: Omit<SigningContext, 'signatures'>,
) {
  const { setup, lockHash, status, offers, measurements, steps } = project
  if (!hasFinalTable(status) || lockHash === null) return undefined
  const counted = judges.filter((judge) => judge.status === 'submitted')
  return createFinalTable({
    setup,
    lockHash,
    judges: counted,
    scores: [...scores],
    interest,
    offers,
    measurements,
    trialCounts: [...trialCounts],
    steps,
  })
}

/** Returns the signatures of a project, with the hash of its final table and the order in it. */
export function toSigning(project: Project, { signatures, ...context }: SigningContext): Signing {
  const table = findFinalTable(project, context)
  return {
    isRequired: project.setup.signing === 'required',
    tableHash: table ? sha256Hex(toCanonicalJson(table)) : null,
    order: table?.order.toSorted((a, b) => (a.rank ?? Number.MAX_VALUE) - (b.rank ?? Number.MAX_VALUE)) ?? [],
    signatures: signatures.map(toSignature),
  }
}

/** Returns the same for somebody who may not see the scores yet. */
export const withoutSignatures = ({ isRequired }: Signing): Signing => ({
  isRequired,
  tableHash: null,
  order: [],
  signatures: [],
})
