import { REVIEW_PART_LABELS } from '#contracts/member-reviews/choices.ts'
import { OPTIONAL_REVIEW_PARTS, RATING_RULES } from '#contracts/rules/reviews/rating-rules.ts'
import {
  getAgeWeight,
  getCompletenessWeight,
  getProofWeight,
  MONTH_MS,
} from '#contracts/rules/reviews/review-weight.ts'
import { BarRow, BarTable } from './bar-table.tsx'

const REVIEW_AGES_MONTHS = [0, 6, 12, 18, 36] as const
const PART_COUNTS = [0, 3, 6] as const

/** Examples of the three weights of a review: by its age, its completeness and its proof. */
export function WeightTables() {
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
