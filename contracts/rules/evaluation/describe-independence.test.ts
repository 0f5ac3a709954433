import { expect, it } from 'vitest'
import { describeIndependence } from './describe-independence.ts'

const SUBMITTED = '2026-11-21T02:00:00.000Z'
const LATER = '2026-11-21T03:00:00.000Z'
const createJudge = (name: string, othersVisibleAt: string | null | undefined) => ({
  id: name,
  name,
  submittedAt: SUBMITTED,
  ...(othersVisibleAt !== undefined && { othersVisibleAt }),
})

it('states that all judges submitted first', () => {
  expect(
    describeIndependence([createJudge('甲', LATER), createJudge('乙', SUBMITTED), createJudge('丙', null)]),
  ).toEqual(['每位评委都在提交自己的评分之后，才能看到其他评委的评分。'])
})

it('names a judge who could see the scores of others before submitting', () => {
  const early = createJudge('乙', '2026-11-21T01:00:00.000Z')
  expect(describeIndependence([createJudge('甲', LATER), early])).toEqual([
    '乙在提交自己的评分（2026-11-21 10:00）之前，已能看到其他评委的评分（2026-11-21 09:00起），其评分不算独立作出。',
  ])
})

it('names a judge whose link was renewed while they scored, instead of calling all independent', () => {
  const renewal = { at: SUBMITTED, actor: '赵经理', role: 'coOwner', subject: '乙', detail: '' } as const
  const judges = [createJudge('甲', LATER), createJudge('乙', LATER)]
  const describeRenewal = (act: 'judgeLinkRenewed' | 'judgeLinkRenewedWhileScoring') =>
    describeIndependence(judges, [{ ...renewal, act }])
  expect(describeRenewal('judgeLinkRenewedWhileScoring')).toEqual([
    '乙开始打分之后，其打分链接由赵经理（共同所有人）于2026-11-21 10:00更换；持有新链接的人可以代为打分与签署，乙的评分不算独立作出。',
  ])
  expect(describeRenewal('judgeLinkRenewed')).toEqual(['每位评委都在提交自己的评分之后，才能看到其他评委的评分。'])
})

it('states nothing about an earlier report, which has no times', () => {
  expect(describeIndependence([createJudge('甲', undefined), createJudge('乙', undefined)])).toEqual([])
})

it('states nothing about a single judge', () => {
  expect(describeIndependence([createJudge('甲', LATER)])).toEqual([])
})
