/**
 * Fallback messages of failed calls whose replies have none. Each call names its own, so that no bundle contains all of
 * them.
 */
import type { DocumentKind } from '../vocabulary.ts'

export const DOCUMENT_READ_FAILURES: Readonly<Record<DocumentKind, string>> = {
  home: '获取首页内容失败',
  community: '获取社区内容失败',
  selection: '获取选型内容失败',
  products: '获取产品页面内容失败',
  ai: '获取78AI页面内容失败',
  evaluation: '获取评估页面内容失败',
  submit: '获取提交页面内容失败',
}

export const DOCUMENT_SAVE_FAILURES: Readonly<Record<DocumentKind, string>> = {
  home: '更新首页内容失败',
  community: '更新社区内容失败',
  selection: '更新选型内容失败',
  products: '更新产品页面内容失败',
  ai: '更新78AI页面内容失败',
  evaluation: '更新评估页面内容失败',
  submit: '更新提交页面内容失败',
}

export const FAILURES = {
  search: '搜索失败',
  readProducts: '获取产品列表失败',
  readProduct: '获取产品详情失败',
  readFilters: '获取筛选选项失败',
  addProduct: '添加产品失败',
  updateProduct: '更新产品失败',
  calculate: '评估计算失败',
  createReport: '生成评估报告失败',
  readReport: '获取评估报告失败',
  requestEvaluation: '提交评估服务申请失败',
} as const
