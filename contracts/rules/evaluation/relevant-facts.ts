/** Selects the facts of a product that are relevant to a criterion: a judge sees them next to it. */
import { PRODUCT_FIELDS, type ProductFieldLike } from '../../products/fields.ts'
import type { PublicProduct } from '../../products/product.ts'

/** One fact about a product: `label` names it, `values` are its lines. */
export type ProductFact = { label: string; values: readonly string[] }

type CriterionText = { title: string; description: string }

/** The fields that may be relevant to a criterion. */
const FIELDS = [
  'price',
  'targetUsers',
  'keyCapabilities',
  'deploymentTypes',
  'securityCompliance',
  'aiCapabilities',
  'industryApplications',
] as const satisfies readonly ProductFieldLike<{ type: 'choice' | 'texts' }>[]

/** Returns the facts on a product's page: its fields, then its technical specifications, without empty ones. */
export const listProductFacts = (product: PublicProduct): ProductFact[] =>
  [
    ...FIELDS.map((field) => ({ label: PRODUCT_FIELDS[field].label, values: toLines(product[field]) })),
    ...product.technicalSpecs.map(({ title, value }) => ({ label: title.trim(), values: toLines(value) })),
  ].filter(({ values }) => values.length > 0)

const toLines = (value: string | readonly string[]): string[] =>
  (typeof value === 'string' ? [value] : value).map((text) => text.trim()).filter((text) => text !== '')

/** The words of each subject. Some belong to two: 硬件 is a matter of cost and of performance. */
const SUBJECTS = {
  tasks: ['任务', '准确', '能力', '编排', '工作流', '意图'],
  security: [
    '安全',
    '合规',
    '等级保护',
    '等保',
    '备案',
    '隐私',
    '个人信息',
    '脱敏',
    '鉴权',
    '加密',
    '数据驻留',
    '注入',
  ],
  integration: ['集成', '调用', '接口', 'API', 'SDK', 'MCP', '对接', '插件', '渠道', '写入', '单点登录', 'SSO'],
  knowledge: ['知识', '检索', '文档', '向量', 'RAG', '引用', '出处'],
  performance: [
    '稳定',
    '性能',
    '并发',
    '首字',
    '响应',
    '可用性',
    '压测',
    '规模',
    '频率',
    '硬件',
    '存储',
    '缓存',
    '队列',
  ],
  value: ['价值', '回报', '效率', '采纳率', '用时'],
  useCases: ['场景', '适配', '行业', '适用', '目标用户', '业务'],
  costs: ['成本', '价格', '费用', '报价', '计费', '收费', '订阅', '许可', '硬件', '额度'],
  implementation: ['实施', '服务', '部署', '培训', '上线'],
  operations: ['运维', '治理', '权限', '审计', '日志', '观测', '监控', '版本', '回退', '留痕', '管理'],
  customers: ['客户', '案例', '行业'],
  vendor: ['厂商', '实力', '持续', '维护', '发布', '许可', '开源', '公司'],
  ecosystem: ['生态', '开放', '插件', '模型', '接口', '开源', '导出', '社区', '语言'],
  reputation: ['口碑', '评价', '社区'],
} satisfies Record<string, readonly string[]>

/** A match in the label counts for more than one in the values. */
const LABEL_POINTS = 3
const VALUE_POINTS = 1

/**
 * Splits facts into those relevant to a criterion, most relevant first, and the rest in their original order. A
 * criterion's subjects are those of its title, or those of its description if the title has none. A fact is relevant if
 * it mentions any word of these subjects.
 */
export function partitionFacts(
  facts: readonly ProductFact[],
  { title, description }: CriterionText,
): { relevant: ProductFact[]; others: ProductFact[] } {
  const titleWords = listSubjectWords(title)
  const words = titleWords.length > 0 ? titleWords : listSubjectWords(description)
  const rated = facts.map((fact) => ({ fact, points: computeRelevance(fact, words) }))
  return {
    relevant: rated
      .filter(({ points }) => points > 0)
      .toSorted((a, b) => b.points - a.points)
      .map(({ fact }) => fact),
    others: rated.filter(({ points }) => points === 0).map(({ fact }) => fact),
  }
}

/** Returns all words of the subjects that a text mentions. */
function listSubjectWords(text: string): string[] {
  const subjects = Object.values(SUBJECTS).filter((words) => words.some((word) => mentions(text, word)))
  return [...new Set(subjects.flat())]
}

const computeRelevance = ({ label, values }: ProductFact, words: readonly string[]): number =>
  words.reduce((points, word) => {
    if (mentions(label, word)) return points + LABEL_POINTS
    return values.some((value) => mentions(value, word)) ? points + VALUE_POINTS : points
  }, 0)

const mentions = (text: string, word: string): boolean =>
  /[A-Z]/.test(word) ? mentionsAcronym(text, word) : text.includes(word)

/**
 * Returns whether an acronym is a word of a text, in any case (API, api, APIs), or a capitalized part of a word (OpenAPI,
 * RAGFlow). It isn't one in "rapid" or "STORAGE".
 */
const mentionsAcronym = (text: string, acronym: string): boolean =>
  new RegExp(`(?<![a-z\\d])${acronym}s?(?![a-z\\d])`, 'i').test(text) ||
  new RegExp(`(?<![A-Z])${acronym}(?![A-Z](?![a-z]))`).test(text)
