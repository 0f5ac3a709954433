/** The checklist of a review, by the stored key. */
export const SUBMISSION_REVIEW_CHECKS = {
  vendor: '厂商主体与联系方式可核实',
  website: '官网可访问，且确为该产品',
  description: '描述、目标用户与核心功能相符',
  claims: '没有夸大、无法核实或违规的表述',
  category: '分类与部署方式正确',
  unique: '与已收录的产品不重复',
} as const
export type SubmissionReviewCheck = keyof typeof SUBMISSION_REVIEW_CHECKS
