/** Messages of the evaluation analysis. */
export const ANALYSIS_MESSAGES = {
  key: '请填写键名',
  name: '请填写名称',
  unsafeKey: '不能用作键名',
  duplicateKey: (key: string) => `键名“${key}”重复`,
  unknownKey: (key: string) => `没有“${key}”`,
  duplicateScore: '同一评委对同一候选的同一准则只能有一个分数',
  zeroWeights: '权重不能全为零',
  minimumRequired: '必备准则须填写最低分',
  thresholdOrder: '推荐档位的分数线应由高到低',
  criteriaMax: (limit: number) => `准则最多${limit}条`,
  square: '比较矩阵的行数与列数须相同',
  positive: '比较值应大于0',
  diagonal: '准则与自身比较应为1',
  reciprocal: (row: number, column: number) => `第${row}项与第${column}项的比较值须互为倒数`,
} as const
