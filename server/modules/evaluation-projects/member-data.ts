/** What is stored about a member in evaluation projects: the copy for them, and its deletion with their account. */
import { DELETED_USER_NAME } from '#contracts/identity/messages.ts'
import { toAppendixKey } from '#server/modules/files/service.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import type { Connections } from './connections/service.ts'
import { anonymizeDeclarations, findDeclarationOfJudge } from './interest/store.ts'
import { findMemberViewer } from './judges/score-visibility.ts'
import { anonymizeJudge, listJudges, listSeats } from './judges/store.ts'
import { type EvidenceRow, listEvidence, listScores } from './judging/store.ts'
import { listVisibleJudges } from './policy.ts'
import type { Projects } from './projects.ts'
import { anonymizeActs } from './record/store.ts'
import { isReportData, PROJECT_REPORTS_TOPIC } from './reports/service.ts'
import { listReports } from './reports/store.ts'
import type { ProjectSharing } from './sharing.ts'
import { anonymizeSignatures, listSignatures } from './signing/store.ts'
import { listOwnedProjects, type ProjectRow } from './store.ts'
import { anonymizeTrials } from './trials/store.ts'
import { toScore } from './view.ts'

type Dependencies = {
  database: Database
  projects: Pick<Projects, 'getAs' | 'getView' | 'listActs'>
  connections: Pick<Connections, 'listForOwner'>
}

/** Creates the functions that collect a member's data; each returns only what that member may see. */
export function createMemberData({ database, projects, connections }: Dependencies) {
  const { read: db } = database

  /** Lists the evidence of a project that its owner may see. */
  async function listVisibleEvidence(project: Pick<ProjectRow, 'id' | 'ownerId' | 'status'>) {
    const viewer = await findMemberViewer(db, project.id, project.ownerId)
    const judges = await listJudges(db, [project.id])
    const judgeIds = new Set(listVisibleJudges(project.status, judges, viewer).map(({ id }) => id))
    return (await listEvidence(db, project.id)).filter(({ judgeId }) => judgeIds.has(judgeId))
  }

  /** Lists the appendices of a project's reports, which also have the trials of runs that were deleted. */
  async function listAppendices(projectId: string) {
    const reports = await listReports(db, projectId)
    return reports.flatMap(({ id, dataJson }) =>
      isReportData(dataJson) && dataJson.runs?.appendix ? [{ name: `${id}.jsonl.gz`, fileKey: toAppendixKey(id) }] : [],
    )
  }

  return {
    /** Lists a member's own projects, including those in the recycle bin, with the evidence that they may see. */
    async listOwned(userId: string) {
      const current = await listOwnedProjects(db, userId, { isInRecycleBin: false })
      const deleted = await listOwnedProjects(db, userId, { isInRecycleBin: true })
      const rows = [...current, ...deleted]
      return Promise.all(
        rows.map(async (project) => ({
          id: project.id,
          name: project.name,
          isInRecycleBin: project.deletedAt !== null,
          evidence: await listVisibleEvidence(project),
          appendices: await listAppendices(project.id),
        })),
      )
    },

    /** Returns a member's own project as they see it, with its connections and its signed reports. Throws `notFound`. */
    async getOwned({ id, isInRecycleBin }: { id: string; isInRecycleBin: boolean }, userId: string) {
      const project = await projects.getAs(db, id, userId, { isInRecycleBin })
      const reports = await listReports(db, id)
      return {
        project: await projects.getView(project, project.viewer),
        deletedAt: project.deletedAt,
        connections: await connections.listForOwner(id),
        record: await projects.listActs(db, id),
        reports: reports.map(({ dataJson, hash, signature, keyId }) => ({ data: dataJson, hash, signature, keyId })),
      }
    },

    /** Lists a member's seats as a judge with the scores that they gave, and the evidence that they attached. */
    async listJudged(userId: string) {
      const seats = await listSeats(db, userId)
      return Promise.all(
        seats.map(async ({ id, projectId, projectName, ownerName, ...seat }) => {
          const evidence: EvidenceRow[] = (await listEvidence(db, projectId)).filter(({ judgeId }) => judgeId === id)
          const scores = await listScores(db, projectId, id)
          const declaration = await findDeclarationOfJudge(db, id)
          const signatures = (await listSignatures(db, projectId)).filter(({ judgeId }) => judgeId === id)
          return {
            seatId: id,
            seat: {
              projectName,
              ownerName,
              name: seat.name,
              email: seat.email,
              status: seat.status,
              invitedAt: seat.createdAt,
              submittedAt: seat.submittedAt,
              scores: scores.map((score) => toScore(score, evidence)),
              declaration: declaration
                ? { declaredAt: declaration.declaredAt, conflicts: declaration.conflictsJson }
                : null,
              signatures: signatures.map((signature) => ({
                signedAt: signature.signedAt,
                name: signature.name,
                position: signature.position,
                reason: signature.reason,
                drawing: signature.drawing,
                tableHash: signature.tableHash,
              })),
            },
            evidence,
          }
        }),
      )
    },
  }
}

/**
 * Gives the projects of an account that is being deleted to their co-owners, and deletes those without one, inside the
 * caller's transaction. In projects of others,
 * what the member submitted as a judge still counts, without their name; a seat whose scores aren't submitted is
 * removed, so that its owner can give it to somebody else. The housekeeping deletes the bytes of evidence.
 */
export async function removeAccountData(
  transaction: Transaction,
  userId: string,
  { removeOwn }: Pick<ProjectSharing, 'removeOwn'>,
): Promise<void> {
  if (await removeOwn(transaction, userId)) transaction.publish(PROJECT_REPORTS_TOPIC)
  const seats = await listSeats(transaction.db, userId)
  await anonymizeTrials(transaction.db, { userId, seats }, DELETED_USER_NAME)
  for (const { id } of seats) await anonymizeSignatures(transaction.db, id, DELETED_USER_NAME)
  await anonymizeDeclarations(transaction.db, userId, DELETED_USER_NAME)
  await anonymizeActs(transaction.db, [userId, ...seats.map(({ id }) => id)], DELETED_USER_NAME)
  await anonymizeJudge(transaction.db, userId, DELETED_USER_NAME)
}
