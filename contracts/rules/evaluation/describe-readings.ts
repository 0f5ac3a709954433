import type { GradingResults, Reopening } from '../../evaluation-grading/grading.ts'
import { formatMinuteInShanghai } from '../shanghai-time.ts'
import { classifyAgreement } from './agreement.ts'
import { formatNumber, formatPercent } from './format-figures.ts'
import type { ReadingAgreement } from './readings.ts'

/** Otherwise an α of 0 that was calculated as −1e-17 would be rounded down to −0.001. */
const FLOAT_ERROR = 1e-9

/** Returns how far the readers of replies, or of pairs of them, agree, in one sentence. */
export function describeReadingAgreement({ alpha, units, agreed }: Omit<ReadingAgreement, 'reason'>): string {
  if (units === 0) return '没有两人都判定过的，无法比较一致性。'
  const share = `${units}条由两人以上判定，其中${agreed}条一致`
  if (alpha === null) return `${share}；所有判定都相同，无法计算一致性系数。`
  // Rounded down, so that 0.7996 isn't shown as 0.8, from which on the readers agree.
  const rounded = formatNumber(Math.floor(alpha * 1000 + FLOAT_ERROR) / 1000, 3)
  return `${share}；一致性系数α为${rounded}，${classifyAgreement(alpha)}。`
}

type People = Omit<GradingResults, 'readers' | 'disputes' | 'setAside'> & {
  readers: number
  setAside?: number | undefined
  reopenings?: readonly Reopening[] | undefined
}
type Pairs = NonNullable<GradingResults['pairs']>

/** From how many candidates on strengths say more than rates of wins. */
const STRENGTHS_FROM = 3

/** Returns what people said of the replies of a run: how many they read, how far they agree, and who was better. */
export function describePeople({
  readers,
  read,
  passed,
  overturned,
  undecided,
  agreement,
  disputed,
  pairs,
  setAside = 0,
  reopenings = [],
}: People): string[] {
  return [
    `${readers}位评委在不知道是谁的情况下判定了${read}条回答，其中${passed}条通过，${overturned}条与检查的判定不同；以人的判定为准。`,
    ...(undecided === 0 ? [] : [`另有${undecided}条没有判定完，保持原来的结果。`]),
    ...(setAside === 0 ? [] : [describeSetAsideReadings(setAside)]),
    ...(read + undecided === 0 ? [] : [`${describeReadingAgreement(agreement)}判定不一致的有${disputed}条。`]),
    ...(pairs ? describePairs(pairs) : []),
    ...reopenings.map(describeReopening),
  ]
}

/** Returns how many readings don't count, because their reader declared a conflict of interest afterwards. */
export const describeSetAsideReadings = (count: number): string => `${count}次判定因评委后来声明利益冲突，不再计入。`

/** Returns when and why a reading was reopened, in one sentence. */
export const describeReopening = ({ at, reason }: Reopening): string =>
  `结束之后，负责人已看到结果，又于${formatMinuteInShanghai(new Date(at))}重新开放，理由是“${reason}”。`

function describePairs({ read, candidates, agreement }: Pairs): string[] {
  const sorted = candidates.toSorted((a, b) => b.winRate - a.winRate)
  return [
    `两条回答并排对比了${read}对，平局各记半次（Wilson 95%区间）：${sorted.map(describeWins).join('；')}。`,
    ...(candidates.length < STRENGTHS_FROM ? [] : describeStrengths(candidates)),
    `并排对比：${describeReadingAgreement(agreement)}`,
  ]
}

const describeRange = ([low, high]: readonly [number, number]): string =>
  `${formatPercent(low)}至${formatPercent(high)}`

const describeWins = ({ name, winRate, winRateInterval }: Pairs['candidates'][number]): string =>
  `${name}胜率${formatPercent(winRate)}（${describeRange(winRateInterval)}）`

function describeStrengths(candidates: Pairs['candidates']): string[] {
  const known = candidates.flatMap(({ name, strength, interval }) =>
    strength === null || interval === null ? [] : [{ name, strength, interval }],
  )
  if (known.length === 0) return ['有候选从不输给其余候选，无法确定Bradley–Terry强度。']
  const sorted = known.toSorted((a, b) => b.strength - a.strength)
  const texts = sorted.map(
    ({ name, strength, interval }) => `${name}${formatPercent(strength)}（${describeRange(interval)}）`,
  )
  return [`Bradley–Terry强度（95%区间）：${texts.join('；')}。`]
}
