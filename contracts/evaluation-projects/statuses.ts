/** The statuses of a project and of its judges. Without Zod, so that public pages don't load it. */
export const PROJECT_STATUSES = ['setup', 'scoring', 'review', 'final'] as const
export type ProjectStatus = (typeof PROJECT_STATUSES)[number]
export const PROJECT_STATUS_LABELS: Record<ProjectStatus, string> = {
  setup: '设定',
  scoring: '打分',
  review: '复议',
  final: '定稿',
}

/** Returns whether a project can be renamed and described anew: from 复议 on, judges sign under both. */
export const canRename = (status: ProjectStatus): boolean => status === 'setup' || status === 'scoring'

/** Whether a person may see the judges' scores, or what has to happen first. */
export const SCORE_VISIBILITIES = ['visible', 'untilReview', 'untilOwnSubmission', 'untilAllSubmitted'] as const
export type ScoreVisibility = (typeof SCORE_VISIBILITIES)[number]

export const JUDGE_STATUSES = ['invited', 'scoring', 'submitted', 'removed'] as const
export type JudgeStatus = (typeof JUDGE_STATUSES)[number]
export const JUDGE_STATUS_LABELS: Record<JudgeStatus, string> = {
  invited: '未打开',
  scoring: '评分中',
  submitted: '已提交',
  removed: '已移除',
}

/** Whether a judge signs the final table in agreement, or with a dissent. */
export const SIGNATURE_POSITIONS = ['agreed', 'dissented'] as const
export type SignaturePosition = (typeof SIGNATURE_POSITIONS)[number]
export const SIGNATURE_POSITION_LABELS: Record<SignaturePosition, string> = {
  agreed: '同意',
  dissented: '保留意见',
}
