import type { PublishedEvaluation } from '#contracts/published-evaluations/published-evaluation.ts'
import { VerdictSeal } from '../../../components/verdict-seal.tsx'
import { Link, useLocation } from '../../../router.tsx'

/** The verdict among a product's main facts, with a link to its evidence. */
export function EvaluationSummary({ evaluation }: { evaluation: PublishedEvaluation }) {
  // Contains the URL of the list from which the product was opened, for the back link.
  const { state } = useLocation()
  const isExpired = evaluation.status === 'expired'
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <VerdictSeal
        verdict={evaluation.recommendation}
        className={`size-9 ${isExpired ? 'opacity-50 grayscale' : ''}`}
      />
      <span className="tabular-nums">
        <span>{evaluation.isExample && '示例，'}</span>
        {evaluation.score}分<span>{isExpired && '（已过期）'}</span>
      </span>
      <Link
        to="?tab=evaluation#panel-evaluation"
        state={state}
        className="inline-flex min-h-11 items-center font-normal text-indigo hover:underline"
        data-print="none"
      >
        查看依据
      </Link>
    </span>
  )
}
