import { PAGES } from '#contracts/paths.ts'
import type { PublishedEvaluation } from '#contracts/published-evaluations/published-evaluation.ts'
import { formatDay } from '../../../../shared/formats.ts'
import { Link } from '../../../router.tsx'

/** The vendor's statement on the evaluation, with a link for the vendor to submit or update it. */
export function VendorStatement({ evaluation }: { evaluation: PublishedEvaluation }) {
  const { statement, product, isExample } = evaluation
  return (
    <>
      {statement ? (
        <figure>
          <blockquote className="max-w-prose border-l-3 border-control pl-4 whitespace-pre-line">
            {statement.text}
          </blockquote>
          <figcaption className="mt-2 text-sm text-muted">
            厂商于<time dateTime={statement.at}>{formatDay(statement.at)}</time>声明，经平台审核；不代表平台意见。
          </figcaption>
        </figure>
      ) : (
        <p className="text-muted">厂商没有就这次评估作声明。</p>
      )}
      {product.catalogue === 'agent' && !isExample && (
        <p className="mt-3 text-sm" data-print="none">
          <Link
            to={PAGES.vendorStatement(product.id)}
            className="inline-flex min-h-11 items-center text-indigo hover:underline"
          >
            我是厂商，<span>{statement ? '更新声明' : '提交声明'}</span>
          </Link>
        </p>
      )}
    </>
  )
}
