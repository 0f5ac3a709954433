/** Generates products for measurements, always the same ones, with realistic words. */
import { type ProductInput, ProductSchema } from '#contracts/products/product.ts'
import { DEPLOYMENT_TYPES } from '#contracts/vocabulary.ts'

const KINDS = ['客服', '财务', '供应链', '营销', '人事', '法务', '运维', '研发', '采购', '销售', '质检', '审计']
const FORMS = ['助手', '平台', '中枢', '顾问', '引擎', '工作台', '管家', '机器人', '大脑', '专家']
const WORKS = ['知识检索', '流程编排', '合同审查', '工单分派', '报表解读', '风险预警', '多轮对话', '票据识别']
export const CATEGORIES = [
  '智能客服',
  '知识管理',
  '流程自动化',
  '数据分析',
  '内容生成',
  '研发辅助',
  '安全合规',
  '供应链',
]
const PRICES = ['免费', '低端', '中端', '中高端', '高端', '企业定制']

/** Words that every twelfth or tenth name contains, as visitors enter them: characters, pinyin, initials. */
export const SEARCHES = [...KINDS, ...FORMS, 'kefu', 'caiwu', 'gongyinglian', 'pingtai', 'zhushou', 'yq', 'gzt', 'jqr']

const pick = (list: readonly string[], index: number): string => list[index % list.length] ?? ''

/** Returns the columns of an agent product other than its content. */
export const getRowValues = (number: number, at: string) => ({
  company: '',
  contactEmail: '',
  id: `product-${number}`,
  catalogue: 'agent' as const,
  position: number + 1,
  version: 1,
  views: 0,
  createdAt: at,
  updatedAt: at,
  updatedBy: null,
  deletedAt: null,
})

/** Creates the product with a number. Prime factors vary the combinations of words. */
export function createProductInput(index: number): ProductInput {
  const [work, other] = [pick(WORKS, index * 3), pick(WORKS, index * 5 + 1)]
  return ProductSchema.parse({
    name: `${pick(KINDS, index)}${pick(FORMS, index * 7 + Math.floor(index / 12))}${index}`,
    slogan: `${work}，为企业的日常工作`,
    description: `${work}与${other}合于一处，接入现有系统，可私有化部署。`.repeat(3),
    detailedDescription: `<h2>${work}</h2><p>${'面向企业的智能体，按角色授权，全程留痕。'.repeat(20)}</p>`,
    targetUsers: ['CIO', '业务负责人'],
    keyCapabilities: [work, other],
    deploymentTypes: [pick(DEPLOYMENT_TYPES, index), pick(DEPLOYMENT_TYPES, index + 1)],
    category: pick(CATEGORIES, index),
    price: pick(PRICES, index),
    rating: 3 + (index % 21) / 10,
  })
}
