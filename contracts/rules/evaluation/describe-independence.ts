import type { ReportData } from '../../evaluation-projects/report.ts'
import { formatMinuteInShanghai } from '../shanghai-time.ts'

type ReportJudge = ReportData['judges'][number]

/** Returns whether a judge could see the scores of others before submitting their own. */
export const couldSeeOthersFirst = ({
  submittedAt,
  othersVisibleAt,
}: Pick<ReportJudge, 'submittedAt' | 'othersVisibleAt'>): boolean =>
  typeof submittedAt === 'string' && typeof othersVisibleAt === 'string' && othersVisibleAt < submittedAt

/** Describes whose scores were given without knowing those of others; nothing for earlier reports and a single judge. */
export function describeIndependence(judges: readonly ReportJudge[]): string[] {
  if (judges.length < 2 || judges.some(({ othersVisibleAt }) => othersVisibleAt === undefined)) return []
  const early = judges.filter(couldSeeOthersFirst)
  if (early.length === 0) return ['每位评委都在提交自己的评分之后，才能看到其他评委的评分。']
  return early.map(
    ({ name, submittedAt, othersVisibleAt }) =>
      `${name}在提交自己的评分（${formatTime(submittedAt)}）之前，已能看到其他评委的评分（${formatTime(othersVisibleAt)}起），其评分不算独立作出。`,
  )
}

const formatTime = (time: string | null | undefined): string => (time ? formatMinuteInShanghai(new Date(time)) : '—')
