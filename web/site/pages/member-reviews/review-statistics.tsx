import { useQuery } from '@tanstack/react-query'
import { MEMBER_REVIEW_MESSAGES } from '#contracts/member-reviews/messages.ts'
import type { ReviewStatistics } from '#contracts/member-reviews/review.ts'
import { STARS } from '#contracts/rules/reviews/star-count.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { EmptyNotice, ErrorNotice } from '../../components/page-states.tsx'
import { useQueries } from '../../site-context.tsx'
import { BarRow, BarTable } from './bar-table.tsx'

/** The current distributions of all reviews, by stars and by weight. */
export function CurrentStatistics() {
  const { data, error, isPending, isLoadingError, refetch } = useQuery(useQueries().reviewStatistics())
  if (isPending) return <PageSkeleton />
  if (isLoadingError)
    return <ErrorNotice message={toErrorMessage(error, MEMBER_REVIEW_MESSAGES.listFailed)} onRetry={() => refetch()} />
  return <Statistics statistics={data} />
}

function Statistics({ statistics }: { statistics: ReviewStatistics }) {
  const { count, counted, verified, products, ratedProducts, distribution, weights } = statistics
  if (count === 0) return <EmptyNotice message="还没有会员评价。有了之后，星级与权重的分布都会列在这里。" />
  return (
    <>
      <p className="max-w-prose">
        共{count}条评价，涉及{products}个产品；其中{counted}条计入评分，{verified}条已验证。{ratedProducts}
        个产品的评价足以形成评分。
      </p>
      <div className="mt-6 grid gap-6 md:grid-cols-2">
        <div className="card p-5">
          <h3 className="text-lg">星级</h3>
          <BarTable caption="计入评分的评价按星级的条数" heads={['星级', '条数']}>
            {STARS.map((stars) => (
              <BarRow
                key={stars}
                label={`${stars}星`}
                share={counted === 0 ? 0 : distribution[stars] / counted}
                figure={`${distribution[stars]}条`}
              />
            ))}
          </BarTable>
        </div>
        <div className="card p-5">
          <h3 className="text-lg">权重</h3>
          <BarTable caption="计入评分的评价按权重的条数" heads={['权重', '条数']}>
            {weights.map(({ from, to, count: reviews }) => (
              <BarRow
                key={from}
                label={`${from.toFixed(1)}至${to.toFixed(1)}`}
                share={counted === 0 ? 0 : reviews / counted}
                figure={`${reviews}条`}
              />
            ))}
          </BarTable>
        </div>
      </div>
    </>
  )
}
