/** Messages of the scoring tool. */
export const EVALUATION_MESSAGES = {
  /** Shown with every result of the tool: anyone can enter any name and any scores. */
  selfAssessed: '评估人自填，未经平台核实',
  productName: '请输入产品名称',
  methodUnchanged: '评估标准与已发布的版本相同，无需发布',
  score: '应为0到100的整数',
} as const
