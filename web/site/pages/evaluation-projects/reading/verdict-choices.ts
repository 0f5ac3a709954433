import {
  type GradingScale,
  PAIR_VERDICTS,
  POINTS,
  REPLY_VERDICTS,
  VERDICT_LABELS,
  type Verdict,
} from '#contracts/evaluation-grading/verdicts.ts'

/** A verdict that can be given, with the key that gives it. */
export type VerdictChoice = { verdict: Verdict; key: string; label: string; isPass: boolean | null }

const PAIR_KEYS = { left: '1', equal: '=', right: '2' } as const

/** Returns the verdicts on a reply or on two, in the order of their buttons. */
export function listChoices(isPair: boolean, scale: GradingScale): VerdictChoice[] {
  if (isPair)
    return PAIR_VERDICTS.map((verdict) => ({
      verdict,
      key: PAIR_KEYS[verdict],
      label: VERDICT_LABELS[verdict],
      isPass: null,
    }))
  if (scale === 'points')
    return REPLY_VERDICTS.points.map((verdict) => ({
      verdict,
      key: verdict,
      label: VERDICT_LABELS[verdict],
      isPass: Number(verdict) >= POINTS.pass,
    }))
  return [
    { verdict: 'passed', key: '1', label: VERDICT_LABELS.passed, isPass: true },
    { verdict: 'failed', key: '2', label: VERDICT_LABELS.failed, isPass: false },
  ]
}
