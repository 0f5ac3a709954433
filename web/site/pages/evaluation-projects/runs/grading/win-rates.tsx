import type { GradingResults } from '#contracts/evaluation-grading/grading.ts'
import { formatPercent } from '#contracts/rules/evaluation/format-figures.ts'
import { joinWithDots } from '#contracts/rules/join-with-dots.ts'

type Pairs = NonNullable<GradingResults['pairs']>
type WinRatesProps = { pairs: Pairs; agreement: string }

/** From how many candidates on the strengths say more than the rates. */
const STRENGTHS_FROM = 3

/** Who was better side by side: the rate of wins of each candidate with its interval, best first. */
export function WinRates({ pairs, agreement }: WinRatesProps) {
  const sorted = pairs.candidates.toSorted((a, b) => b.winRate - a.winRate)
  return (
    <section aria-label="并排对比">
      <h4 className="font-semibold">并排对比</h4>
      <ul className="mt-2 space-y-3">
        {sorted.map((candidate) => (
          <li key={candidate.key}>
            <p className="flex flex-wrap justify-between gap-x-3 text-sm">
              <span className="font-medium break-words">{candidate.name}</span>
              <span className="tabular-nums">{describe(candidate, sorted.length)}</span>
            </p>
            <RateBar rate={candidate.winRate} interval={candidate.winRateInterval} />
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm text-muted">
        共{pairs.read}对，平局各记半次；横线为Wilson 95%区间。{agreement}
      </p>
    </section>
  )
}

function describe(
  { winRate, winRateInterval: [low, high], strength, interval }: Pairs['candidates'][number],
  count: number,
) {
  const rate = `胜率${formatPercent(winRate)}（${formatPercent(low)}至${formatPercent(high)}）`
  if (count < STRENGTHS_FROM || strength === null || interval === null) return rate
  const range = `${formatPercent(interval[0])}至${formatPercent(interval[1])}`
  return joinWithDots([rate, `Bradley–Terry强度${formatPercent(strength)}（${range}）`])
}

const toWidth = (part: number) => `${part * 100}%`

/** A rate as a point on its interval, from 0 to 1, with even chances marked. */
const RateBar = ({ rate, interval: [low, high] }: { rate: number; interval: readonly [number, number] }) => (
  <div aria-hidden className="relative mt-1 h-4">
    <div className="absolute inset-x-0 top-1/2 h-px bg-line" />
    <div className="absolute top-0 left-1/2 h-full w-px bg-control" />
    <div
      className="absolute top-1/2 h-1 -translate-y-1/2 rounded-full bg-indigo/40"
      style={{ left: toWidth(low), width: toWidth(high - low) }}
    />
    <div className="absolute top-1/2 size-3 -translate-1/2 rounded-full bg-indigo" style={{ left: toWidth(rate) }} />
  </div>
)
