/** The statuses of a run and the outcomes of its trials. Without Zod, for pages. */
export const RUN_STATUSES = ['running', 'paused', 'finished', 'limited', 'cancelled'] as const
export type RunStatus = (typeof RUN_STATUSES)[number]
export const RUN_STATUS_LABELS: Record<RunStatus, string> = {
  running: '进行中',
  paused: '已暂停',
  finished: '已完成',
  limited: '到达上限',
  cancelled: '已取消',
}

export const TRIAL_OUTCOMES = ['passed', 'failed', 'error', 'limited', 'unscored'] as const
export type TrialOutcome = (typeof TRIAL_OUTCOMES)[number]
export const TRIAL_OUTCOME_LABELS: Record<TrialOutcome, string> = {
  passed: '通过',
  failed: '未通过',
  error: '出错',
  limited: '到达上限',
  unscored: '待判定',
}

/** Who decided that a trial passed or failed. People's verdict stands above checks, checks above a judge model. */
export const TRIAL_DECIDERS = ['checks', 'people', 'judge'] as const
export type TrialDecider = (typeof TRIAL_DECIDERS)[number]
export const TRIAL_DECIDER_LABELS: Record<TrialDecider, string> = {
  checks: '由检查判定',
  people: '由人判定',
  judge: '由裁判模型判定',
}

/**
 * How far the verdicts of a judge model may count: it isn't connected, has too few replies that people judged, too little
 * agreement with them, or counts.
 */
export const JUDGE_STANDINGS = ['none', 'tooFew', 'tooWeak', 'counts'] as const
export type JudgeStanding = (typeof JUDGE_STANDINGS)[number]

export const RUN_EXPORT_FORMATS = ['jsonl', 'csv', 'xlsx'] as const
export type RunExportFormat = (typeof RUN_EXPORT_FORMATS)[number]

/** What becomes of a candidate whose connection was changed during a run: its other trials, or all, are asked by the new one. */
export const CONNECTION_CHANGES = ['continue', 'askAgain'] as const
export type ConnectionChange = (typeof CONNECTION_CHANGES)[number]

/** Who asks the candidates: the platform, or a runner in a network of its own. */
export const RUN_ASKERS = ['platform', 'runner'] as const
export type RunAsker = (typeof RUN_ASKERS)[number]
export const RUN_ASKER_LABELS: Record<RunAsker, string> = {
  platform: '由平台运行',
  runner: '由执行器在自有网络运行',
}
