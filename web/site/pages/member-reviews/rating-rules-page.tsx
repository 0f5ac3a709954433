import { SITE_PAGES } from '#contracts/paths.ts'
import { RATING_RULES } from '#contracts/rules/reviews/rating-rules.ts'
import { PageTitle, Section } from '../../components/section.tsx'
import type { SitePage } from '../../page.ts'
import { CurrentStatistics } from './review-statistics.tsx'
import { WeightTables } from './weight-tables.tsx'

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
