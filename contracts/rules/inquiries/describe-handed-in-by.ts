import type { HandedInBy } from '../../inquiries/question.ts'

/** Says who handed in for an organisation, to the buyer and in the receipt. */
export const describeHandedInBy = ({ organisation, name }: HandedInBy): string => `由${organisation}的${name}提交`
