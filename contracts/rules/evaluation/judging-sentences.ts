/** Says in sentences how far the verdicts of a judge model can be trusted, and what follows. */
import type { JudgeFindings } from '../../evaluation-runs/judging.ts'
import { countDecimals, formatFixed, formatPercent } from './format-figures.ts'
import { JUDGE_KAPPA_MIN } from './judge-validity.ts'
import type { Range } from './trials.ts'

type Validation = JudgeFindings['validation']
type JudgedCandidate = JudgeFindings['candidates'][number]

/** Returns a κ with two decimals, and with more if it would otherwise appear to be enough. */
export const formatKappa = (kappa: number): string =>
  formatFixed(kappa, Math.max(2, kappa < 0 ? 0 : countDecimals(kappa, [JUDGE_KAPPA_MIN])))

const formatInterval = ([low, high]: Range): string => `95%区间${formatPercent(low)}至${formatPercent(high)}`

/** Returns whether the verdicts count, and why not. */
export function describeStanding({ standing, validation }: Pick<JudgeFindings, 'standing' | 'validation'>): string {
  const { replies, required, kappa } = validation
  switch (standing) {
    case 'none':
      return '还没有连接裁判模型。'
    case 'tooFew':
      return `裁判模型目前只作参考：人与它都判定过的回答有${replies}份，满${required}份才能验证。`
    case 'tooWeak':
      return kappa === null
        ? '裁判模型目前只作参考：人或它的判定全都相同，看不出是否可信。'
        : `裁判模型目前只作参考：它与人的一致程度不够，κ为${formatKappa(kappa)}，须达到${JUDGE_KAPPA_MIN}。`
    case 'counts':
      return '裁判模型通过了验证，等待判定的试次按它的判定计入；检查与人的判定不受影响。'
  }
}

/** Returns what the comparison with people found; nothing before there is one. */
export function describeValidation({ replies, failing, passing, agreement, kappa }: Validation): string[] {
  if (agreement === null) return []
  return [
    `人与裁判模型都判定过${replies}份回答，${formatPercent(agreement)}的判定相同。`,
    ...(failing
      ? [`人判为未通过的，它认出${formatPercent(failing.rate)}（${formatInterval(failing.interval)}）。`]
      : []),
    ...(passing ? [`人判为通过的，它认出${formatPercent(passing.rate)}（${formatInterval(passing.interval)}）。`] : []),
    kappa === null
      ? '人或它的判定全都相同，算不出扣除碰巧之后的一致程度（κ）。'
      : `扣除碰巧相同之后的一致程度（Cohen κ）是${formatKappa(kappa)}：0与碰巧无异，1为完全一致，${JUDGE_KAPPA_MIN}起才计入。`,
  ]
}

/** Returns what the judge says of the replies of a candidate that people haven't judged; `undefined` if it judged none. */
export function describeRest({
  passed,
  total,
  corrected,
}: Pick<JudgedCandidate, 'passed' | 'total' | 'corrected'>): string | undefined {
  if (total === 0) return undefined
  const observed = `人没有判定过的${total}份回答，裁判模型判通过${passed}份（${formatPercent(passed / total)}）`
  if (!corrected) return `${observed}；它的误差还不知道，不能校正。`
  const clipped = corrected.isClipped ? '，校正值超出0至100%，已截断' : ''
  const [low, high] = corrected.interval
  // Without an error on either side, the formula has no width, which would look like certainty.
  const interval = low === high ? '没有出现误差，算不出区间' : formatInterval(corrected.interval)
  return `${observed}；按它的误差校正为${formatPercent(corrected.rate)}（${interval}${clipped}）。`
}

/** Returns what makes the judge partial to a candidate; `undefined` if nothing is known to. */
export function describeRelation({ name, relation }: Pick<JudgedCandidate, 'name' | 'relation'>): string | undefined {
  if (!relation) return undefined
  const same = {
    model: `是同一个模型（${relation.name}）`,
    family: `同属${relation.name}系列`,
    vendor: `在同一家的服务器上（${relation.name}）`,
  }[relation.kind]
  return `裁判模型与“${name}”${same}，可能偏向它。`
}

/** Returns all that a report says of the judge model of a run. */
export function describeJudgeModel({
  models,
  rubric,
  rubricVersion,
  ...findings
}: JudgeFindings & { rubric: string; rubricVersion: number }): string[] {
  return [
    `裁判模型自称${models.length === 0 ? '不明' : models.join('、')}。${describeStanding(findings)}`,
    ...describeValidation(findings.validation),
    ...findings.candidates.flatMap(({ name, ...candidate }) => {
      const sentence = describeRest(candidate)
      return sentence === undefined ? [] : `${name}：${sentence}`
    }),
    ...findings.candidates.flatMap((candidate) => describeRelation(candidate) ?? []),
    // Whoever tries many rubrics on the same replies finds one that agrees by chance.
    ...(rubric === '' ? [] : [`评分标准（第${rubricVersion}版）：${rubric}`]),
  ]
}
