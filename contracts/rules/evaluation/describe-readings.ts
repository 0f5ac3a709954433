import { classifyAgreement } from './agreement.ts'
import { formatNumber } from './format-figures.ts'
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
