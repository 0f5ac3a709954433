/** Messages of the scoring tool. */
export const EVALUATION_MESSAGES = {
  productName: '请输入产品名称',
  score: '应为0到100的整数',
} as const
