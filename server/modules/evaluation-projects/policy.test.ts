import { describe, expect, it } from 'vitest'
import type { JudgeStatus, ProjectStatus } from '#contracts/evaluation-projects/statuses.ts'
import {
  canChangeSetup,
  canChangeTrials,
  canInvite,
  canJudge,
  canJudgeByLink,
  canReadByLink,
  canSeeOthers,
  findDirection,
  getScoreVisibility,
  isEvidenceOf,
  isOwnProject,
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

describe('isOwnProject', () => {
  const PROJECT = { ownerId: 'owner', deletedAt: null }
  const DELETED = { ownerId: 'owner', deletedAt: '2026-11-21T02:00:00.000Z' }

  it('gives a project to its owner alone', () => {
    expect(isOwnProject(PROJECT, 'owner', { isInRecycleBin: false })).toBe(true)
    expect(isOwnProject(PROJECT, 'other', { isInRecycleBin: false })).toBe(false)
    expect(isOwnProject(PROJECT, null, { isInRecycleBin: false })).toBe(false)
    expect(isOwnProject(undefined, null, { isInRecycleBin: false })).toBe(false)
  })

  it('tells the recycle bin from the other projects', () => {
    expect(isOwnProject(PROJECT, 'owner', { isInRecycleBin: true })).toBe(false)
    expect(isOwnProject(DELETED, 'owner', { isInRecycleBin: false })).toBe(false)
    expect(isOwnProject(DELETED, 'owner', { isInRecycleBin: true })).toBe(true)
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
