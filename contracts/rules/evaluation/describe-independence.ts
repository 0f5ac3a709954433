import { ACTOR_ROLES } from '../../evaluation-projects/acts.ts'
import type { ReportData } from '../../evaluation-projects/report.ts'
import { formatMinuteInShanghai } from '../shanghai-time.ts'

type ReportJudge = ReportData['judges'][number]

/** Returns whether a judge could see the scores of others before submitting their own. */
export const couldSeeOthersFirst = ({
  submittedAt,
  othersVisibleAt,
}: Pick<ReportJudge, 'submittedAt' | 'othersVisibleAt'>): boolean =>
  typeof submittedAt === 'string' && typeof othersVisibleAt === 'string' && othersVisibleAt < submittedAt

/**
 * Describes whose scores were given without knowing those of others, which earlier reports and a single judge don't need,
 * and whose link somebody else renewed after they had begun to score: these aren't called independent.
 */
export function describeIndependence(judges: readonly ReportJudge[], record: ReportData['record'] = []): string[] {
  const renewals = describeRenewals(judges, record)
  return [...describeVisibility(judges, renewals.length > 0), ...renewals]
}

/** Says whose link somebody else renewed after the judge had begun to score, who, and when. */
export function describeRenewals(
  judges: readonly { name: string }[],
  record: NonNullable<ReportData['record']>,
): string[] {
  const names = new Set(judges.map(({ name }) => name))
  return record
    .filter(({ act, subject }) => act === 'judgeLinkRenewedWhileScoring' && names.has(subject))
    .map(
      ({ subject, actor, role, at }) =>
        `${subject}开始打分之后，其打分链接由${actor}（${ACTOR_ROLES[role]}）于${formatTime(at)}更换；持有新链接的人可以代为打分与签署，${subject}的评分不算独立作出。`,
    )
}

function describeVisibility(judges: readonly ReportJudge[], hasRenewals: boolean): string[] {
  if (judges.length < 2 || judges.some(({ othersVisibleAt }) => othersVisibleAt === undefined)) return []
  const early = judges.filter(couldSeeOthersFirst)
  if (early.length === 0 && hasRenewals) return []
  if (early.length === 0) return ['每位评委都在提交自己的评分之后，才能看到其他评委的评分。']
  return early.map(
    ({ name, submittedAt, othersVisibleAt }) =>
      `${name}在提交自己的评分（${formatTime(submittedAt)}）之前，已能看到其他评委的评分（${formatTime(othersVisibleAt)}起），其评分不算独立作出。`,
  )
}

const formatTime = (time: string | null | undefined): string => (time ? formatMinuteInShanghai(new Date(time)) : '—')
