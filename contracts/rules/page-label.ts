import { PAGES } from '../paths.ts'

/** The labels of counted pages in the analytics. */
const LABELS: Readonly<Record<string, string>> = {
  [PAGES.home]: '首页',
  [PAGES.community]: '社区',
  [PAGES.selection]: '选型咨询',
  [PAGES.products]: '智能体产品列表',
  [`${PAGES.products}/*`]: '智能体产品详情',
  [PAGES.ai]: '78AI产品列表',
  [`${PAGES.ai}/*`]: '78AI产品详情',
  [PAGES.evaluation]: '专业评估',
  '/evaluation/reports': '评估报告',
  [PAGES.submit]: '产品提交',
  [PAGES.submissionStatus]: '提交进度查询',
  [PAGES.privacy]: '隐私政策',
  [PAGES.terms]: '用户协议',
  [PAGES.setPassword]: '设置密码',
  [PAGES.verifyEmail]: '验证邮箱',
}

/** Returns the label of a page by the path that it is counted under; the path itself if it has none. */
export const getPageLabel = (path: string): string => LABELS[path] ?? path
