/** How far a model's verdicts can be trusted, compared with people's verdicts on the same replies. */
import { calculateWilsonInterval, type Range, Z_95 } from './trials.ts'

type Proportion = { rate: number; interval: Range }

type JudgeValidity = {
  /** Of the replies that people failed, those that the judge failed; `null` if people failed none. */
  failing: Proportion | null
  /** Of the replies that people passed, those that the judge passed; `null` if people passed none. */
  passing: Proportion | null
  /** Equal verdicts / verdicts. */
  agreement: number
  /** Cohen's κ; `null` if both gave one and the same verdict throughout. */
  kappa: number | null
  corrected: CorrectedRate | null
}

/** A pass rate corrected for the judge's errors. */
type CorrectedRate = Proportion & {
  /** Whether the corrected rate lay outside of 0 to 1. */
  isClipped: boolean
}

/** A judge's verdicts count from this agreement on ("substantial" in Landis and Koch 1977, above 0.60). */
export const JUDGE_KAPPA_MIN = 0.6

/**
 * Returns how well a judge's verdicts match those of people, with Wilson's intervals, and the corrected pass rate of
 * `others`, which only the judge has seen. `human` and `judge` hold one verdict a reply, `true` for passed. Throws a
 * `RangeError` if there are none, or not equally many.
 */
export function calculateJudgeValidity(
  human: readonly boolean[],
  judge: readonly boolean[],
  others?: { passed: number; total: number },
): JudgeValidity {
  if (human.length === 0 || human.length !== judge.length)
    throw new RangeError(`${human.length} verdicts of people, ${judge.length} of the judge`)
  const count = (humanVerdict: boolean, judgeVerdict: boolean) =>
    human.filter((verdict, index) => verdict === humanVerdict && judge[index] === judgeVerdict).length
  const [bothPassed, bothFailed] = [count(true, true), count(false, false)]
  const [onlyHumanPassed, onlyJudgePassed] = [count(true, false), count(false, true)]
  const failing = calculateProportion(bothFailed, bothFailed + onlyJudgePassed)
  const passing = calculateProportion(bothPassed, bothPassed + onlyHumanPassed)
  return {
    failing,
    passing,
    agreement: (bothPassed + bothFailed) / human.length,
    kappa: calculateKappa({ bothPassed, bothFailed, onlyHumanPassed, onlyJudgePassed }),
    corrected:
      others && others.total > 0 && failing && passing
        ? correctRate(others, {
            sensitivity: passing.rate,
            passing: bothPassed + onlyHumanPassed,
            specificity: failing.rate,
            failing: bothFailed + onlyJudgePassed,
          })
        : null,
  }
}

const calculateProportion = (part: number, whole: number): Proportion | null =>
  whole === 0 ? null : { rate: part / whole, interval: calculateWilsonInterval(part, whole) }

type VerdictCounts = { bothPassed: number; bothFailed: number; onlyHumanPassed: number; onlyJudgePassed: number }

/**
 * Returns Cohen's κ: the agreement beyond that of two judges with the same pass rates by chance (Cohen 1960, "A
 * Coefficient of Agreement for Nominal Scales").
 */
function calculateKappa({ bothPassed, bothFailed, onlyHumanPassed, onlyJudgePassed }: VerdictCounts): number | null {
  const total = bothPassed + bothFailed + onlyHumanPassed + onlyJudgePassed
  const humanRate = (bothPassed + onlyHumanPassed) / total
  const judgeRate = (bothPassed + onlyJudgePassed) / total
  const expected = humanRate * judgeRate + (1 - humanRate) * (1 - judgeRate)
  return expected === 1 ? null : ((bothPassed + bothFailed) / total - expected) / (1 - expected)
}

type JudgeErrors = { sensitivity: number; passing: number; specificity: number; failing: number }

/**
 * Returns the rate that people would have found, estimated from the judge's rate, with a 95 % interval (Rogan and Gladen
 * 1978, "Estimating Prevalence from the Results of a Screening Test", equations 1 and 4), limited to 0..1. `null` if the
 * judge passes replies that people failed at least as often as others, which says nothing about the true rate.
 */
function correctRate(others: { passed: number; total: number }, errors: JudgeErrors): CorrectedRate | null {
  const informedness = errors.sensitivity + errors.specificity - 1
  if (informedness <= 0) return null
  const observed = others.passed / others.total
  const estimate = (observed + errors.specificity - 1) / informedness
  const rate = clip(estimate)
  const variance =
    (observed * (1 - observed)) / others.total +
    (rate ** 2 * errors.sensitivity * (1 - errors.sensitivity)) / errors.passing +
    ((1 - rate) ** 2 * errors.specificity * (1 - errors.specificity)) / errors.failing
  const reach = (Z_95 * Math.sqrt(variance)) / informedness
  return { rate, isClipped: rate !== estimate, interval: [clip(rate - reach), clip(rate + reach)] }
}

const clip = (rate: number) => Math.min(1, Math.max(0, rate))
