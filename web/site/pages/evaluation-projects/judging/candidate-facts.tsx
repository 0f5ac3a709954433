import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { PRODUCT_PAGES } from '#contracts/product-pages.ts'
import { listProductFacts, type ProductFact, partitionFacts } from '#contracts/rules/evaluation/relevant-facts.ts'
import { withKeys } from '../../../../shared/with-keys.ts'
import { useQueries } from '../../../site-context.tsx'
import type { JudgingCell } from './judging-cells.ts'

/**
 * The facts on a candidate from the catalogue, relevant ones first; nothing if the candidate isn't in the catalogue.
 */
export function CandidateFacts({ cell }: { cell: JudgingCell }) {
  const { productId, catalogue } = cell
  return productId && catalogue ? <Facts cell={cell} productId={productId} catalogue={catalogue} /> : null
}

type FactsProps = {
  cell: JudgingCell
  productId: string
  catalogue: NonNullable<JudgingCell['catalogue']>
}

function Facts({ cell, productId, catalogue }: FactsProps) {
  const {
    data: product,
    isPending,
    isLoadingError,
    refetch,
  } = useQuery(useQueries().comparedProduct(catalogue, productId))
  if (isPending) return <div className="skeleton mt-4 h-24" role="status" aria-label="正在载入产品资料" />
  if (isLoadingError)
    return (
      <p className="mt-4 text-sm text-muted">
        产品资料暂时无法载入。
        <button
          type="button"
          className="inline-flex min-h-11 items-center text-indigo underline"
          onClick={() => refetch()}
        >
          重新载入
        </button>
      </p>
    )
  if (!product) return <p className="mt-4 text-sm text-muted">产品已不在目录中，没有资料可看。</p>
  const { relevant, others } = partitionFacts(listProductFacts(product), {
    title: cell.criterionTitle,
    description: cell.description,
  })
  const path = PRODUCT_PAGES[catalogue](productId)
  return (
    <section aria-label="产品资料" className="mt-4 rounded-lg border border-line bg-sunken px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h3 className="text-sm font-medium">目录中的相关资料</h3>
        <a
          href={path}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-11 items-center gap-1 text-sm text-indigo underline"
        >
          产品页
          <ExternalLink className="size-4" aria-label="（在新标签页打开）" />
        </a>
      </div>
      {relevant.length > 0 ? (
        <FactList facts={relevant} />
      ) : (
        <p className="text-sm text-muted">目录中没有与这条准则直接相关的资料。</p>
      )}
      {others.length > 0 && (
        <details className="mt-1">
          <summary className="inline-flex min-h-11 items-center text-indigo hover:underline text-sm">
            其余资料（{others.length}）
          </summary>
          <FactList facts={others} />
        </details>
      )}
      <p className="mt-1 text-xs text-muted">来自产品目录，未经本项目核实。</p>
    </section>
  )
}

const FactList = ({ facts }: { facts: readonly ProductFact[] }) => (
  <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[7rem_minmax(0,1fr)]">
    {withKeys(facts, ({ label }) => label).map(({ key, item: { label, values } }) => (
      <div key={key} className="contents">
        <dt className="text-muted">{label}</dt>
        <dd className="break-words max-sm:mb-1">{values.join('；')}</dd>
      </div>
    ))}
  </dl>
)
