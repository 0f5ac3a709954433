import { PROJECT_STATUS_LABELS, type ProjectStatus } from '#contracts/evaluation-projects/statuses.ts'

/** What the step to a status is called, and what it does. */
export const STEP_TEXTS: Record<ProjectStatus, { label: string; effect: string }> = {
  setup: { label: '', effect: '' },
  scoring: { label: '开始打分', effect: '候选、准则与权重随即锁定，并记下时间与哈希。评委收到的链接可以打开。' },
  review: { label: '开始复议', effect: '评委将看到彼此的评分，修改须说明理由；第一轮评分留在记录中。' },
  final: { label: '定稿', effect: '评分、测试与设定不再改变，形成最终结论。' },
}

/** A step that is to be confirmed. Its direction stays the same even if the project is moved elsewhere meanwhile. */
export type Step = { to: ProjectStatus; isBack: boolean }

export const getStepLabel = ({ to, isBack }: Step): string =>
  isBack ? `退回${PROJECT_STATUS_LABELS[to]}` : STEP_TEXTS[to].label
