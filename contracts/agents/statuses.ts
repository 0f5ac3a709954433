export const ANSWER_STATUSES = ['finished', 'cut', 'inputRequired', 'paused'] as const
export type AnswerStatus = (typeof ANSWER_STATUSES)[number]

/** What is special about how an answer ended. */
export const ANSWER_STATUS_LABELS: Record<AnswerStatus, string> = {
  finished: '已完成',
  cut: '没有写完',
  inputRequired: '等待补充',
  paused: '流程已暂停',
}
