import type { ColleagueRole, MemberRole } from '#contracts/colleagues/roles.ts'
import type { ProjectRole } from '#contracts/evaluation-projects/project.ts'
import type { JudgeStatus, ProjectStatus, ScoreVisibility } from '#contracts/evaluation-projects/statuses.ts'
import type { Task } from '#contracts/evaluation-projects/task.ts'

/** Who may do what with a project, and what may be done in each of its statuses. */

/**
 * Returns what a member is to a project; `undefined` for everybody else, including staff. The owner of the published
 * example is `null`.
 */
export const findMemberRole = (
  { ownerId }: { ownerId: string | null },
  { id, colleagueRole }: { id: string | null; colleagueRole: ColleagueRole | undefined },
): MemberRole | undefined => (id === ownerId ? 'owner' : colleagueRole)

/** Returns whether somebody in a role can open a project: only its owner can in the recycle bin. */
export const canOpenProject = (
  { deletedAt }: { deletedAt: string | null },
  role: MemberRole | undefined,
  { isInRecycleBin }: { isInRecycleBin: boolean },
): role is MemberRole =>
  role !== undefined && (deletedAt !== null) === isInRecycleBin && (role === 'owner' || !isInRecycleBin)

/** Returns whether somebody is one of those who run the project, and neither a judge nor a reader of it. */
export const isMemberRole = (role: ProjectRole): boolean => role !== 'judge' && role !== 'reader'

/** Returns whether a judge may still see and score a project: they weren't removed, and it wasn't deleted. */
export const canJudge = <Row extends { deletedAt: string | null }>(
  judge: { status: JudgeStatus },
  project: Row | undefined,
): project is Row => judge.status !== 'removed' && project?.deletedAt === null

/** Returns whether a judge can open the project by the link of the invitation, which always expires. */
export const canJudgeByLink = ({ linkExpiresAt }: { linkExpiresAt: string | null }, now: string): boolean =>
  linkExpiresAt !== null && linkExpiresAt > now

/** Returns whether a reader can open a project by its link, which may be valid for ever. */
export const canReadByLink = <Row extends { readerLinkExpiresAt: string | null }>(
  project: Row | undefined,
  now: string,
): project is Row =>
  project !== undefined && (project.readerLinkExpiresAt === null || project.readerLinkExpiresAt > now)

/** Returns whether a file of evidence belongs to one of some judges. */
export const isEvidenceOf = <Row extends { judgeId: string }>(
  evidence: Row | undefined,
  judges: readonly { id: string }[],
): evidence is Row => evidence !== undefined && judges.some(({ id }) => id === evidence.judgeId)

const STATUS_ORDER: readonly ProjectStatus[] = ['setup', 'scoring', 'review', 'final']

/** Returns the direction of a status change; `undefined` if it skips a step or the status is unchanged. */
export function findDirection(from: ProjectStatus, to: ProjectStatus): 'forward' | 'back' | undefined {
  const distance = STATUS_ORDER.indexOf(to) - STATUS_ORDER.indexOf(from)
  if (distance === 1) return 'forward'
  return distance === -1 ? 'back' : undefined
}

/** Weights, candidates and criteria can change only before scoring starts. */
export const canChangeSetup = (status: ProjectStatus): boolean => status === 'setup'

/** Trials can be entered at any time before the report. */
export const canChangeTrials = (status: ProjectStatus): boolean => status !== 'final'

/** Interests are declared while there are scores to give or to revise. */
export const canDeclare = (status: ProjectStatus): boolean => status === 'scoring' || status === 'review'

/** From 复议 on, there is a table that can be final. */
export const hasFinalTable = (status: ProjectStatus): boolean => status === 'review' || status === 'final'

/** Returns whether a judge can sign the final table: one of those who count, during 复议. */
export const canSign = (status: ProjectStatus, judge: { status: JudgeStatus }): boolean =>
  status === 'review' && judge.status === 'submitted'

/** Returns whether an owner may decide on a judge's withdrawal; nobody decides on their own. */
export const canDecideWithdrawal = (judge: { id: string }, ownSeats: readonly string[]): boolean =>
  !ownSeats.includes(judge.id)

/** Returns the tasks that somebody may see: sealed ones only those who run the project, until the report. */
export const listVisibleTasks = (tasks: readonly Task[], status: ProjectStatus, role: ProjectRole): Task[] =>
  tasks.filter(({ isSealed }) => !isSealed || isMemberRole(role) || status === 'final')

/** Returns the trials of the tasks that somebody may see: their notes may quote the task. */
export function listVisibleTrials<Trial extends { task: string }>(
  trials: readonly Trial[],
  { tasks, status }: { tasks: readonly Task[]; status: ProjectStatus },
  role: ProjectRole,
): Trial[] {
  const visible = new Set(listVisibleTasks(tasks, status, role).map(({ key }) => key))
  // Trials of tasks that are gone stay visible.
  const known = new Set(tasks.map(({ key }) => key))
  return trials.filter(({ task }) => visible.has(task) || !known.has(task))
}

/** Offers can be entered until 复议, in which everybody sees what they lead to. */
export const canChangeOffers = (status: ProjectStatus): boolean => status === 'setup' || status === 'scoring'

/** Returns whether somebody may see offers and measurements: readers, who may be judges, only once they may see the scores. */
export const canSeeCountedData = ({
  role,
  scoreVisibility,
}: {
  role: ProjectRole
  scoreVisibility: ScoreVisibility
}): boolean => isMemberRole(role) || scoreVisibility === 'visible'

export const canInvite = (status: ProjectStatus): boolean => status === 'setup' || status === 'scoring'

/** Only judges who were invited by email address can be reminded, of scores that they haven't submitted. */
export const canRemind = (status: ProjectStatus, judge: { status: JudgeStatus; email: string | null }): boolean =>
  status === 'scoring' && judge.status !== 'submitted' && judge.email !== null

/** A judge, as far as their scores' visibility depends on it. */
type Seat = { id: string; status: JudgeStatus }

/** Who wants to see scores: `owner` is anybody who runs the project. Owners may be among the judges; a report contains everything that counts. */
export type ScoreViewer =
  | { role: 'owner'; seat: Seat | undefined }
  | { role: 'judge'; seat: Seat }
  | { role: 'reader' }
  | { role: 'report' }

/**
 * Returns whether somebody may see the scores of the judges who have submitted, with their notes and evidence: from 复议
 * on, but whoever is a judge as well must have submitted their own. Any judge might have the readers' link, so it shows
 * nothing until all of them have submitted.
 */
export function getScoreVisibility(
  status: ProjectStatus,
  judges: readonly Seat[],
  viewer: ScoreViewer,
): ScoreVisibility {
  if (viewer.role === 'report') return 'visible'
  if (status !== 'review' && status !== 'final') return 'untilReview'
  if (viewer.role === 'reader')
    return judges.every((judge) => judge.status === 'submitted' || judge.status === 'removed')
      ? 'visible'
      : 'untilAllSubmitted'
  return viewer.seat === undefined || viewer.seat.status === 'submitted' ? 'visible' : 'untilOwnSubmission'
}

/** Returns the judges whose scores, notes and evidence somebody may see; judges always see their own. */
export function listVisibleJudges<Judge extends Seat>(
  status: ProjectStatus,
  judges: readonly Judge[],
  viewer: ScoreViewer,
): Judge[] {
  const isVisible = getScoreVisibility(status, judges, viewer) === 'visible'
  const ownId = viewer.role === 'judge' ? viewer.seat.id : undefined
  return judges.filter((judge) => judge.id === ownId || (isVisible && judge.status === 'submitted'))
}

/** What `canSeeOthers` considers of a project. */
type VisibleProject = { status: ProjectStatus; hasReaderLink: boolean }

/**
 * Returns whether a judge can see the scores of others now by any way: as a judge, as the owner, by the readers' link,
 * or in the report, which anybody can open. The record of this shows whose scores were given independently.
 */
export function canSeeOthers(
  { status, hasReaderLink }: VisibleProject,
  judges: readonly Seat[],
  judge: Seat & { isOwner: boolean },
): boolean {
  if (status === 'final') return true
  const seat = judge.status === 'removed' ? undefined : judge
  const viewers: ScoreViewer[] = [
    ...(seat ? [{ role: 'judge', seat } as const] : []),
    ...(judge.isOwner ? [{ role: 'owner', seat } as const] : []),
    ...(hasReaderLink ? [{ role: 'reader' } as const] : []),
  ]
  return viewers.some((viewer) => getScoreVisibility(status, judges, viewer) === 'visible')
}
