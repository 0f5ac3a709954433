import { RECYCLE_BIN_DAYS } from '../limits.ts'
import type { Catalogue } from '../vocabulary.ts'

/** Messages of the two product editors. After a trailing colon, the reason is appended. */
export const PRODUCT_MESSAGES = {
  saved: '保存成功！',
  removed: `产品已移入回收站，${RECYCLE_BIN_DAYS}天内可以恢复`,
  recycled: '产品已移入回收站，请先恢复它，再保存',
  revisionRestored: '已恢复到所选版本',
  category: '请选择产品类别',
  categoryUnknown: (category: string) => `没有“${category}”这个类别`,
  unknownVerdict: '没有这个评估结论',
  price: '请选择价格档位',
  unknownPrice: (price: string) => `没有“${price}”这个价格档位`,
  fixedChoices: (categories: readonly string[], prices: readonly string[]) =>
    `新产品的类别与价格必填。类别只能是${categories.join('、')}；价格只能是${prices.join('、')}。`,
  contactEmailFormat: '请输入有效的邮箱地址',
  linkFormat: '请输入以 http、https、mailto、tel 开头的地址，或站内路径（以 / 开头）',
  linkMissing: '请输入链接地址',
  linkCompleted: (link: string) => `将链接到 ${link}`,
  unknownFacet: '没有这个筛选条件',
  unknownFacetValue: '这个筛选条件没有这个取值',
  tooManyFacets: '筛选条件太多',
  tooManyCompared: (max: number) => `一次最多对比${max}个产品`,
} as const

type EditorMessages = {
  notFound: string
  loadFailed: string
  /** The newer version, with which edits are compared, can't be loaded. */
  newerFailed: string
  saveFailed: string
  /** The fallback if the reason is unknown. */
  unknownReason: string
}

export const PRODUCT_EDITOR_MESSAGES: Record<Catalogue | 'ai-content', EditorMessages> = {
  agent: {
    notFound: '产品不存在',
    loadFailed: '获取产品详情失败',
    newerFailed: '无法获取产品信息',
    saveFailed: '保存失败：',
    unknownReason: '未知错误',
  },
  ai: {
    notFound: '78AI产品不存在',
    loadFailed: '获取78AI产品详情失败',
    newerFailed: '获取78AI产品详情失败',
    saveFailed: '保存失败：',
    unknownReason: '未知错误',
  },
  'ai-content': {
    notFound: '78AI产品不存在',
    loadFailed: '无法获取AI内容',
    newerFailed: '无法获取AI内容',
    saveFailed: '保存到AI内容失败：',
    unknownReason: '未知错误',
  },
}
