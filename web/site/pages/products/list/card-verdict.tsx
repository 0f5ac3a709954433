import type { ProductVerdict } from '#contracts/published-evaluations/verdict.ts'
import { VerdictSeal } from '../../../components/verdict-seal.tsx'

/** The verdict of the platform's evaluation as a seal, with the score below. */
export const CardVerdict = ({ verdict: { recommendation, score, isExample } }: { verdict: ProductVerdict }) => (
  <p className="ml-auto shrink-0 text-center text-xs leading-5 text-muted">
    <span className="sr-only">平台评估，</span>
    <VerdictSeal verdict={recommendation} className="mx-auto mb-0.5 block size-11" />
    <span className="tabular-nums">
      <span>{isExample && '示例 '}</span>
      {score}分
    </span>
  </p>
)
