import type { ReactNode } from 'react'
import { FACT_GRADE_LABELS } from '#contracts/facts/vocabulary.ts'
import { getProductPath } from '#contracts/product-pages.ts'
import type {
  FailingProduct,
  LabeledRequirement,
  MatchingProduct,
  MetRequirement,
  UnknownRequirement,
} from '#contracts/shortlists/shortlist.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { CARD_TOGGLE_CLASS, CompareToggle } from '../../compare/compare-toggle.tsx'
import { Link } from '../../router.tsx'

type ResultCardProps = {
  match: MatchingProduct
  catalogue: Catalogue
  /** Shown above the name, such as the status of a candidate. */
  label?: ReactNode
  /** Why the product fails or is uncertain. */
  children?: ReactNode
  actions?: ReactNode
}

/** A product, and how it meets the requirements of a shortlist. */
export function ResultCard({ match, catalogue, label, children, actions }: ResultCardProps) {
  const { product, met, preferredMet, preferredUnmet, preferredUnknown } = match
  return (
    <li className="card flex flex-col p-5">
      {label && <p className="mb-1">{label}</p>}
      <div className="flex items-start justify-between gap-3">
        <h3 className="min-w-0 text-lg">
          <Link to={getProductPath(catalogue, product)} className="underline-offset-4 hover:underline">
            {product.name}
          </Link>
        </h3>
        <CompareToggle catalogue={catalogue} product={product} className={`shrink-0 -mt-2 ${CARD_TOGGLE_CLASS}`} />
      </div>
      {product.summary && <p className="mt-1 line-clamp-2 text-muted">{product.summary}</p>}
      <div className="mt-3 space-y-1">
        {children}
        <MetLine label="必须项满足" requirements={met} />
        <MetLine label="希望项满足" requirements={preferredMet} />
        <RequirementLine label="希望项不满足" requirements={preferredUnmet} />
        <UnknownLine label="希望项未知" requirements={preferredUnknown} />
      </div>
      {actions && (
        <div className="mt-auto pt-3" data-print="none">
          {actions}
        </div>
      )}
    </li>
  )
}

/** The requirements that a product fails, with its actual values. */
export const UnmetRequirements = ({ unmet }: Pick<FailingProduct, 'unmet'>) =>
  unmet.map(({ attribute, label, valueLabels, actual }) => (
    <p key={attribute} className="text-sm">
      {label}：要求{valueLabels.join('或')}，资料为{actual}
    </p>
  ))

/** The requirements that a product meets, each with the grade of the facts that say so. */
const MetLine = ({ label, requirements }: { label: string; requirements: readonly MetRequirement[] }) =>
  requirements.length > 0 && (
    <p className="text-sm">
      <span className="text-muted">{label}：</span>
      {requirements.map((requirement, index) => (
        <span key={requirement.attribute}>
          {`${index > 0 ? '、' : ''}${requirement.label}`}
          <span className="text-muted">（{FACT_GRADE_LABELS[requirement.grade]}）</span>
        </span>
      ))}
    </p>
  )

/** Says if all that a product meets rests on its vendor's word. */
export const ClaimedOnlyNotice = ({ met }: Pick<MatchingProduct, 'met'>) =>
  met.length > 0 &&
  met.every(({ grade }) => grade === 'claimed') && (
    <p className="text-sm text-tone tone-orange">仅据厂商自述，尚无其他来源印证</p>
  )

/** The requirements of which nothing certain is known, with the grade of facts that aren't strong enough. */
export const UnknownLine = ({ label, requirements }: { label: string; requirements: readonly UnknownRequirement[] }) =>
  requirements.length > 0 && (
    <p className="text-sm">
      <span className="text-muted">{label}：</span>
      {requirements.map((requirement, index) => (
        <span key={requirement.attribute}>
          {`${index > 0 ? '、' : ''}${requirement.label}`}
          {requirement.knownGrade && (
            <span className="text-muted">（只有{FACT_GRADE_LABELS[requirement.knownGrade]}）</span>
          )}
        </span>
      ))}
    </p>
  )

type RequirementLineProps = { label: string; requirements: readonly LabeledRequirement[] }

const RequirementLine = ({ label, requirements }: RequirementLineProps) =>
  requirements.length > 0 && (
    <p className="text-sm">
      <span className="text-muted">{label}：</span>
      {requirements.map((requirement) => requirement.label).join('、')}
    </p>
  )
