export const SHORTLIST_MESSAGES = {
  title: '请填写清单名称',
  attributeUnknown: '没有这个属性，或它不能用来筛选',
  valueUnknown: '这个属性没有这个取值',
  values: '请至少选择一个取值',
  repeated: '同一属性只能提一次要求',
  notFound: '清单不存在或已删除',
  tooMany: (most: number) => `最多保存${most}份清单，请先删除不用的`,
  saved: '清单已保存',
  kept: '已存入我的清单',
  removed: '清单已删除',
  stale: '清单已在别处修改，请刷新后再保存',
} as const
