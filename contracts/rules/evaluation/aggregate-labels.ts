import { type Aggregate, TRIMMED_JUDGES_MIN } from './scoring.ts'

/** What is taken of several judges' scores. */
export const AGGREGATE_LABELS: Record<Aggregate, string> = {
  mean: '平均数',
  median: '中位数',
  trimmedMean: `去掉一个最高、一个最低后的平均数（不少于${TRIMMED_JUDGES_MIN}位评委时）`,
}
