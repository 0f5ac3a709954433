import type { ReviewRatings } from '#contracts/member-reviews/choices.ts'
import type { ReviewCreate } from '#contracts/member-reviews/review.ts'

/** The same rating in all five dimensions. */
export const rateAll = (rating: number): ReviewRatings => ({
  ability: rating,
  usability: rating,
  integration: rating,
  service: rating,
  value: rating,
})

/** A review that is right in every field and says all that can be said. */
export const REVIEW: Readonly<ReviewCreate> = {
  ratings: { ability: 4, usability: 5, integration: 3, service: 4, value: 4 },
  pros: '知识库问答有出处，业务人员两天就能上手。',
  cons: '与老系统对接要自己写接口，文档不够细。',
  advice: '先用一个部门试点，把知识整理好再推广。',
  role: 'it-lead',
  industry: 'manufacturing',
  companySize: 'to-5000',
  deployment: '私有化部署',
  monthsOfUse: 8,
  affiliation: 'none',
  isAnonymous: true,
}
