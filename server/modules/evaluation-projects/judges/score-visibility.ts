/** Finds out who looks at a project's scores, and records when each judge could first see those of others. */
import { listAccountIds } from '#server/modules/colleagues/service.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { canSeeOthers, type ScoreViewer } from '../policy.ts'
import type { Project } from '../view.ts'
import { findJudgeByUser, listJudges, listSeatIds, updateJudge } from './store.ts'

/** Returns a member who runs a project as somebody who wants to see scores, and may be a judge as well. */
export async function findMemberViewer(
  db: Queryable,
  projectId: string,
  memberId: string | null,
): Promise<ScoreViewer> {
  return { role: 'owner', seat: memberId === null ? undefined : await findJudgeByUser(db, projectId, memberId) }
}

type RecordedProject = Pick<Project, 'id' | 'ownerId' | 'status' | 'steps' | 'readerTokenHash'>

/**
 * Records the judges who can see the scores of others since a change. Call it in the transaction of each change that may
 * let them: of the status, the judges, the co-owners, and the readers' link. `project` includes the change.
 */
export async function recordVisibility(db: Queryable, project: RecordedProject, at: string): Promise<void> {
  const { id, ownerId, status, readerTokenHash } = project
  const judges = await listJudges(db, [id])
  const coOwnerIds = await listAccountIds(db, { kind: 'project', id }, 'coOwner')
  const owners = ownerId === null ? [] : [ownerId, ...coOwnerIds]
  const ownerSeats = new Set((await Promise.all(owners.map((owner) => listSeatIds(db, id, owner)))).flat())
  const visibleProject = { status, hasReaderLink: readerTokenHash !== null }
  for (const judge of judges) {
    if (judge.othersVisibleAt !== null) continue
    const isOwner = ownerSeats.has(judge.id)
    const earlierReview = isOwner ? findEarlierReview(project, judge.createdAt) : undefined
    const othersVisibleAt =
      earlierReview ?? (canSeeOthers(visibleProject, judges, { ...judge, isOwner }) ? at : undefined)
    if (othersVisibleAt !== undefined) await updateJudge(db, judge.id, { othersVisibleAt })
  }
}

/** Returns when a review began that owners could see before they became judges; `undefined` if there was none. */
const findEarlierReview = ({ steps }: RecordedProject, invitedAt: string): string | undefined =>
  steps.find(({ to, at }) => to === 'review' && at <= invitedAt)?.at
