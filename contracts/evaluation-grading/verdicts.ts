/** What people say of replies that they read without knowing whose they are. Without Zod, for pages. */
export const GRADING_SCALES = ['verdict', 'points'] as const
export type GradingScale = (typeof GRADING_SCALES)[number]
export const GRADING_SCALE_LABELS: Record<GradingScale, string> = {
  verdict: '通过 / 未通过',
  points: '0至5分',
}

/** On the scale of points, a reply passes from `pass` on. */
export const POINTS = { max: 5, pass: 3 } as const

/** The verdicts on one reply, by scale, from worst to best. */
export const REPLY_VERDICTS = {
  verdict: ['failed', 'passed'],
  points: ['0', '1', '2', '3', '4', '5'],
} as const satisfies Record<GradingScale, readonly string[]>
export type ReplyVerdict = (typeof REPLY_VERDICTS)[GradingScale][number]

/** Which of two replies is better, as they stand before the reader. */
export const PAIR_VERDICTS = ['left', 'equal', 'right'] as const
export type PairVerdict = (typeof PAIR_VERDICTS)[number]

export type Verdict = ReplyVerdict | PairVerdict
export const VERDICT_LABELS: Record<Verdict, string> = {
  failed: '未通过',
  passed: '通过',
  '0': '0分',
  '1': '1分',
  '2': '2分',
  '3': '3分',
  '4': '4分',
  '5': '5分',
  left: '第一条更好',
  equal: '不分高下',
  right: '第二条更好',
}

export const isReplyVerdict = (verdict: string): verdict is ReplyVerdict =>
  [...REPLY_VERDICTS.verdict, ...REPLY_VERDICTS.points].some((known) => known === verdict)

/** Why a reply is read by people. */
export type ReadingCause = 'unscored' | 'disputed' | 'sample' | 'pair'

export const GRADING_STATUSES = ['none', 'open', 'closed'] as const
