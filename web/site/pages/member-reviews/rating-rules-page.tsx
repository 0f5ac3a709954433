import { useQuery } from '@tanstack/react-query'
import { REVIEW_PART_LABELS } from '#contracts/member-reviews/choices.ts'
import { MEMBER_REVIEW_MESSAGES } from '#contracts/member-reviews/messages.ts'
import type { ReviewStatistics } from '#contracts/member-reviews/review.ts'
import { SITE_PAGES } from '#contracts/paths.ts'
import { OPTIONAL_REVIEW_PARTS, RATING_RULES } from '#contracts/rules/reviews/rating-rules.ts'
import {
  getAgeWeight,
  getCompletenessWeight,
  getProofWeight,
  MONTH_MS,
} from '#contracts/rules/reviews/review-weight.ts'
import { STARS } from '#contracts/rules/reviews/star-count.ts'
import { toErrorMessage } from '../../../shared/call-error.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { EmptyNotice, ErrorNotice } from '../../components/page-states.tsx'
import { PageTitle, Section } from '../../components/section.tsx'
import type { SitePage } from '../../page.ts'
import { useQueries } from '../../site-context.tsx'
import { BarRow, BarTable } from './bar-table.tsx'

const REVIEW_AGES_MONTHS = [0, 6, 12, 18, 36] as const
const PART_COUNTS = [0, 3, 6] as const

/** Examples of the three weights of a review: by its age, its completeness and its proof. */
function WeightTables() {
  const count = OPTIONAL_REVIEW_PARTS.length
  return (
    <div className="grid gap-6 lg:grid-cols-3">
      <WeightTable
        title="时间"
        note={`每过${RATING_RULES.halfLifeMonths}个月减半，从提交展示内容的那天算起。`}
        rows={REVIEW_AGES_MONTHS.map((months) => ({
          label: months === 0 ? '刚刚提交' : `${months}个月前`,
          weight: getAgeWeight(months * MONTH_MS),
        }))}
      />
      <WeightTable
        title="完整程度"
        note={`选填的${count}项是：${OPTIONAL_REVIEW_PARTS.map((part) => REVIEW_PART_LABELS[part]).join('、')}。每填一项，加上同样的一份。`}
        rows={PART_COUNTS.map((parts) => ({
          label: parts === 0 ? '只有必填内容' : `填了${parts}项`,
          weight: getCompletenessWeight(parts / count),
        }))}
      />
      <WeightTable
        title="证明"
        note="审核人员看过使用证明后，评价标为“已验证”。"
        rows={[
          { label: '已验证', weight: getProofWeight(true) },
          { label: '未验证', weight: getProofWeight(false) },
        ]}
      />
    </div>
  )
}

type WeightTableProps = { title: string; note: string; rows: readonly { label: string; weight: number }[] }

const WeightTable = ({ title, note, rows }: WeightTableProps) => (
  <div className="card p-5">
    <h3 className="text-lg">{title}</h3>
    <p className="mt-1 text-sm text-muted">{note}</p>
    <BarTable caption={`${title}的权重`} heads={[title, '权重']}>
      {rows.map(({ label, weight }) => (
        <BarRow key={label} label={label} share={weight} figure={weight.toFixed(2)} />
      ))}
    </BarTable>
  </div>
)

/** The current distributions of all reviews, by stars and by weight. */
function CurrentStatistics() {
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

const SUBTITLE = '谁能评价、怎样审核、每条评价占多少权重，以及此刻全部评价的分布。'
const { minReviews, prior } = RATING_RULES

export const page: SitePage<'ratingRules'> = {
  queries: (queries) => [queries.reviewStatistics()],
  head: () => ({ description: SUBTITLE }),
  Component: RatingRulesPage,
}

function RatingRulesPage() {
  return (
    <>
      <PageTitle title={SITE_PAGES.ratingRules.title} subtitle={SUBTITLE} />
      <Section title="评价从哪里来">
        <Points
          points={[
            '只有注册会员可以评价，邮箱须经过验证（平台没有启用邮件时，由审核人员留意）；平台工作人员不参与评价。',
            '每位会员对每个产品只有一条评价。修改后重新审核，通过之前展示的仍是原来的内容。',
            '每条评价审核后才展示；不通过会告诉评价人原因。',
            '评价人可以对读者匿名。姓名和证明只有审核人员能看到。',
            '厂商人员、代理伙伴和同类产品厂商的人员必须说明利益关系；这些评价照常展示并注明，不计入评分。',
            '厂商对每条评价可以回复一次，回复不影响评分。',
          ]}
        />
      </Section>
      <Section
        title="一个产品的评分"
        lead={`计入的评价满${minReviews}条才有评分，不足时显示“评价不足”，并改为展示编辑评分（如有）。`}
      >
        <p className="max-w-prose">
          每条评价的得分是五项评分的平均。产品的评分是加权的贝叶斯平均：先假定有总权重为{prior.weight}、得分为
          {prior.mean.toFixed(1)}的评价，再把实际的评价按权重加进去。评价越多、越新、越可信，评分越接近它们本身。
        </p>
        <p className="mt-4 max-w-prose rounded-lg bg-sunken px-4 py-3 font-mono text-sm wrap-anywhere">
          评分 =（{prior.weight} × {prior.mean} + Σ 权重 × 得分）÷（{prior.weight} + Σ 权重）
        </p>
        <p className="mt-4 max-w-prose text-muted">
          这是IMDb为其Top 250公布的加权评分公式，只是每一票的权重不总是1。结果四舍五入到0.1。
        </p>
      </Section>
      <Section title="一条评价的权重" lead="时间、完整程度与证明三项相乘，最大为1。每条评价的权重都写在它的下方。">
        <WeightTables />
      </Section>
      <Section title="此刻的分布" lead="全部在架产品的会员评价，不含示例。">
        <CurrentStatistics />
      </Section>
    </>
  )
}

const Points = ({ points }: { points: readonly string[] }) => (
  <ul className="max-w-prose list-disc space-y-2 pl-5 marker:text-muted">
    {points.map((point) => (
      <li key={point}>{point}</li>
    ))}
  </ul>
)
