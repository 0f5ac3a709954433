/** Describes a review's author in words. */
import {
  AFFILIATION_LABELS,
  type Affiliation,
  COMPANY_SIZE_LABELS,
  type CompanySize,
  REVIEWER_INDUSTRY_LABELS,
  REVIEWER_ROLE_LABELS,
  type ReviewerIndustry,
  type ReviewerRole,
} from '../../member-reviews/choices.ts'

type Background = {
  role: ReviewerRole | null
  industry: ReviewerIndustry | null
  companySize: CompanySize | null
  deployment: string | null
  monthsOfUse: number | null
}

/** Returns the background of a review's author, as far as stated: `CIO或信息化负责人，制造，1000至5000人，使用8个月`. */
export function describeBackground({ role, industry, companySize, deployment, monthsOfUse }: Background): string {
  return [
    role && REVIEWER_ROLE_LABELS[role],
    industry && REVIEWER_INDUSTRY_LABELS[industry],
    companySize && COMPANY_SIZE_LABELS[companySize],
    deployment,
    monthsOfUse !== null && (monthsOfUse === 0 ? '使用不足1个月' : `使用${monthsOfUse}个月`),
  ]
    .filter((part) => typeof part === 'string')
    .join('，')
}

/** Returns the disclosure of an author's conflict of interest; '' if there is none. */
export const describeAffiliation = ({ affiliation }: { affiliation: Affiliation }): string =>
  affiliation === 'none' ? '' : `${AFFILIATION_LABELS[affiliation]}，不计入评分`
