import { describe, expect, it } from 'vitest'
import { MEMBER_ROLE_NAMES, type MemberRole } from '#contracts/colleagues/roles.ts'
import { PROJECT_ROLES } from '#contracts/evaluation-projects/project.ts'
import type { JudgeStatus, ProjectStatus } from '#contracts/evaluation-projects/statuses.ts'
import {
  canChangeSetup,
  canChangeTrials,
  canInvite,
  canJudge,
  canJudgeByLink,
  canOpenProject,
  canReadByLink,
  canSeeOthers,
  findDirection,
  findMemberRole,
  getScoreVisibility,
  isEvidenceOf,
  isMemberRole,
  listVisibleJudges,
  type ScoreViewer,
} from './policy.ts'

const createSeat = (id: string, status: JudgeStatus) => ({ id, status })
const SUBMITTED = createSeat('submitted', 'submitted')
const LATE = createSeat('late', 'scoring')
const REMOVED = createSeat('removed', 'removed')
const JUDGES = [SUBMITTED, LATE, REMOVED]
const STATUSES = ['setup', 'scoring', 'review', 'final'] as const

const listIds = (status: ProjectStatus, viewer: ScoreViewer, judges = JUDGES) =>
  listVisibleJudges(status, judges, viewer).map(({ id }) => id)

describe('the access of those who run a project', () => {
  const PROJECT = { ownerId: 'owner', deletedAt: null }
  const DELETED = { ownerId: 'owner', deletedAt: '2026-11-21T02:00:00.000Z' }

  it('depends on what a member is to it', () => {
    expect(findMemberRole(PROJECT, { id: 'owner', colleagueRole: undefined })).toBe('owner')
    expect(findMemberRole(PROJECT, { id: 'other', colleagueRole: 'coOwner' })).toBe('coOwner')
    expect(findMemberRole(PROJECT, { id: 'other', colleagueRole: undefined })).toBeUndefined()
    expect(findMemberRole(PROJECT, { id: null, colleagueRole: undefined })).toBeUndefined()
    expect(findMemberRole({ ownerId: null }, { id: null, colleagueRole: undefined })).toBe('owner')
  })

  it('tells the recycle bin, which is the owner’s alone, from the other projects', () => {
    const canOpen = (project: typeof PROJECT | typeof DELETED, role: MemberRole | undefined, isInRecycleBin: boolean) =>
      canOpenProject(project, role, { isInRecycleBin })
    for (const role of MEMBER_ROLE_NAMES) expect(canOpen(PROJECT, role, false)).toBe(true)
    for (const role of MEMBER_ROLE_NAMES) expect(canOpen(DELETED, role, false)).toBe(false)
    expect(MEMBER_ROLE_NAMES.filter((role) => canOpen(DELETED, role, true))).toEqual(['owner'])
    expect(canOpen(PROJECT, 'owner', true)).toBe(false)
    expect(canOpen(PROJECT, undefined, false)).toBe(false)
  })

  it('is neither that of judges nor that of readers', () => {
    expect(PROJECT_ROLES.filter(isMemberRole)).toEqual(['owner', 'coOwner', 'secretary'])
  })
})

describe('the access of judges and readers', () => {
  const NOW = '2026-11-21T02:00:00.000Z'
  const LATER = '2026-11-22T02:00:00.000Z'

  it('ends with the removal of the judge or the deletion of the project', () => {
    expect(canJudge(LATE, { deletedAt: null })).toBe(true)
    expect(canJudge(REMOVED, { deletedAt: null })).toBe(false)
    expect(canJudge(LATE, { deletedAt: NOW })).toBe(false)
    expect(canJudge(LATE, undefined)).toBe(false)
  })

  it('ends when a link expires, at that moment', () => {
    expect(canJudgeByLink({ linkExpiresAt: LATER }, NOW)).toBe(true)
    expect(canJudgeByLink({ linkExpiresAt: NOW }, NOW)).toBe(false)
    expect(canReadByLink({ readerLinkExpiresAt: LATER }, NOW)).toBe(true)
    expect(canReadByLink({ readerLinkExpiresAt: NOW }, NOW)).toBe(false)
  })

  it('lasts for ever by a reader’s link without a limit, but not by a judge’s that was revoked', () => {
    expect(canReadByLink({ readerLinkExpiresAt: null }, NOW)).toBe(true)
    expect(canReadByLink(undefined, NOW)).toBe(false)
    expect(canJudgeByLink({ linkExpiresAt: null }, NOW)).toBe(false)
  })

  it('includes the evidence of visible judges only', () => {
    expect(isEvidenceOf({ judgeId: 'late' }, [LATE])).toBe(true)
    expect(isEvidenceOf({ judgeId: 'submitted' }, [LATE])).toBe(false)
    expect(isEvidenceOf(undefined, [LATE])).toBe(false)
  })
})

describe('findDirection', () => {
  it.each(STATUSES)('allows one step forward or back from %s', (from) => {
    const directions = STATUSES.map((to) => findDirection(from, to))
    const expected = STATUSES.map((_, index) => {
      const distance = index - STATUSES.indexOf(from)
      return distance === 1 ? 'forward' : distance === -1 ? 'back' : undefined
    })
    expect(directions).toEqual(expected)
  })
})

describe('the statuses of a project', () => {
  it.each([
    { what: 'changes of the setup', isAllowed: canChangeSetup, statuses: ['setup'] },
    { what: 'changes of trials', isAllowed: canChangeTrials, statuses: ['setup', 'scoring', 'review'] },
    { what: 'invitations', isAllowed: canInvite, statuses: ['setup', 'scoring'] },
  ])('allow $what in $statuses', ({ isAllowed, statuses }) => {
    expect(STATUSES.filter(isAllowed)).toEqual(statuses)
  })
})

describe('listVisibleJudges', () => {
  it.each(STATUSES)('shows a judge who has not submitted nothing but their own scores in %s', (status) => {
    expect(listIds(status, { role: 'judge', seat: LATE })).toEqual(['late'])
  })

  it.each(STATUSES)('shows an owner who is a judge and has not submitted nothing in %s', (status) => {
    expect(listIds(status, { role: 'owner', seat: LATE })).toEqual([])
  })

  it.each(STATUSES)('shows nothing by the readers’ link in %s while a judge has not submitted', (status) => {
    expect(listIds(status, { role: 'reader' })).toEqual([])
  })

  it.each<{ case: string; viewer: ScoreViewer; judges?: typeof JUDGES }>([
    { case: 'a judge who has submitted', viewer: { role: 'judge', seat: SUBMITTED } },
    { case: 'an owner who is no judge', viewer: { role: 'owner', seat: undefined } },
    { case: 'an owner who is a judge and has submitted', viewer: { role: 'owner', seat: SUBMITTED } },
    { case: 'a reader if all judges have submitted', viewer: { role: 'reader' }, judges: [SUBMITTED, REMOVED] },
  ])('shows $case the scores of submitted judges alone, from 复议 on', ({ viewer, judges }) => {
    expect(listIds('review', viewer, judges)).toEqual(['submitted'])
    expect(listIds('final', viewer, judges)).toEqual(['submitted'])
    expect(listIds('scoring', viewer, judges).filter((id) => viewer.role !== 'judge' || id !== viewer.seat.id)).toEqual(
      [],
    )
  })
})

describe('getScoreVisibility', () => {
  it('states what has to happen first', () => {
    expect(getScoreVisibility('scoring', JUDGES, { role: 'owner', seat: undefined })).toBe('untilReview')
    expect(getScoreVisibility('review', JUDGES, { role: 'owner', seat: LATE })).toBe('untilOwnSubmission')
    expect(getScoreVisibility('review', JUDGES, { role: 'reader' })).toBe('untilAllSubmitted')
    for (const status of STATUSES) expect(getScoreVisibility(status, JUDGES, { role: 'report' })).toBe('visible')
  })
})

describe('canSeeOthers', () => {
  const project = { status: 'review' as ProjectStatus, hasReaderLink: false }
  it.each([
    { case: 'a submitted judge', seen: true, judge: { ...SUBMITTED, isOwner: false } },
    { case: 'a judge who has not submitted', seen: false, judge: { ...LATE, isOwner: false } },
    { case: 'an owner who has not submitted', seen: false, judge: { ...LATE, isOwner: true } },
    { case: 'an owner who was removed as a judge', seen: true, judge: { ...REMOVED, isOwner: true } },
    { case: 'a removed judge', seen: false, judge: { ...REMOVED, isOwner: false } },
  ])('is $seen in 复议 for $case', ({ judge, seen }) => {
    expect(canSeeOthers(project, JUDGES, judge)).toBe(seen)
  })

  it('is true for a removed judge who may have a readers’ link that shows scores', () => {
    const judge = { ...REMOVED, isOwner: false }
    expect(canSeeOthers({ ...project, hasReaderLink: true }, [SUBMITTED, REMOVED], judge)).toBe(true)
    expect(canSeeOthers({ ...project, hasReaderLink: true }, JUDGES, judge)).toBe(false)
  })

  it('is true for everybody from the report on', () => {
    expect(canSeeOthers({ ...project, status: 'final' }, JUDGES, { ...LATE, isOwner: false })).toBe(true)
  })
})
