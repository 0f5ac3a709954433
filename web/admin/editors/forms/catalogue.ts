/** The agent and the AI products' pages: the same form, with a default category and addresses of their own. */
import { RATING } from '#contracts/limits.ts'
import { PAGES } from '#contracts/paths.ts'
import {
  lines,
  link,
  list,
  pageInfo,
  paragraph,
  rating,
  starCount,
  suggested,
  tags,
  text,
  title,
  yesNo,
} from '../form/form-parts.ts'
import type { DocumentForm, Field } from '../form/form-types.ts'
import { isObject, type Json } from '../json-path.ts'

const options = (key: string, label: string): Field =>
  list({
    ...{ key, label, noun: '选项', titleKeys: ['label'] },
    fields: [text('value', '值'), text('label', '名称')],
    start: () => ({ value: '', label: '新选项' }),
  })

const productFields: readonly Field[] = [
  text('name', '名称'),
  yesNo('isActive', '上架'),
  text('slogan', '标语'),
  suggested('category', '类别', 'categories'),
  suggested('price', '价格', 'priceRanges'),
  rating('rating', '评分'),
  paragraph('description', '简介'),
  paragraph('uniqueValue', '独特价值'),
  tags('targetUsers', '目标用户', '用户'),
  lines('keyCapabilities', '核心能力', '能力'),
  lines('securityCompliance', '安全合规', '条目'),
  tags('deploymentTypes', '部署方式', '方式'),
  tags('aiCapabilities', 'AI能力', '能力'),
  tags('industryApplications', '行业应用', '行业'),
  { kind: 'image', key: 'logoUrl', label: 'Logo', purpose: 'product-logo', hint: '建议256×256像素以上的正方形图片' },
  link('officialLink', '官网链接'),
  list({
    ...{ key: 'technicalSpecs', label: '技术规格', noun: '规格', titleKeys: ['title', 'value'] },
    fields: [title, paragraph('value', '内容')],
    start: () => ({ title: '新规格', value: '' }),
  }),
  paragraph('detailedDescription', '详细介绍', '带格式的内容以 HTML 保存，只保留富文本编辑器能产生的标签'),
  list({
    ...{ key: 'reviews', label: '用户评价', noun: '评价', titleKeys: ['user', 'date'] },
    fields: [text('user', '用户'), starCount('rating', '评分'), text('date', '日期'), paragraph('comment', '内容')],
    start: () => ({ user: '新用户', rating: 5, date: '', comment: '' }),
  }),
  text('company', '厂商'),
  text('contactEmail', '联系邮箱', '只在后台可见'),
]

function catalogueForm(of: { category: string; previewOf: (name: string) => string }): DocumentForm {
  return {
    sections: [
      pageInfo,
      {
        label: '产品列表',
        path: '',
        fields: [
          list({
            ...{ key: 'products', label: '产品', noun: '产品', titleKeys: ['name', 'category'] },
            fields: productFields,
            start: (_count, document) => newProduct(firstCategory(document) ?? of.category),
            links: (item) =>
              typeof item.name === 'string' && item.name !== ''
                ? [{ label: `预览${item.name}`, href: of.previewOf(item.name) }]
                : [],
          }),
        ],
      },
      { label: '分类', path: '', fields: [tags('categories', '产品分类', '分类')] },
      { label: '价格区间', path: '', fields: [tags('priceRanges', '价格区间', '区间')] },
      {
        label: '筛选选项',
        path: 'filterOptions',
        fields: [options('types', '类型'), options('sortOptions', '排序方式')],
      },
    ],
  }
}

const firstCategory = (document: Json): string | undefined => {
  const first = Array.isArray(document.categories) ? document.categories[0] : undefined
  return typeof first === 'string' && first !== '' ? first : undefined
}

const newProduct = (category: string): Json => ({
  ...{ name: '新产品', slogan: '', description: '', category, price: '面议', rating: RATING.initial, isActive: true },
  ...{ targetUsers: [], keyCapabilities: [], securityCompliance: [], deploymentTypes: [] },
  ...{ aiCapabilities: [], industryApplications: [], uniqueValue: '', detailedDescription: '', logoUrl: '' },
  ...{ officialLink: '', technicalSpecs: [], reviews: [] },
})

/** Whether a product of a document is shown to visitors: one that does not say no is (spec 2 §3). */
export const isActiveProduct = (item: unknown): boolean => !isObject(item) || item.isActive !== false

export const productsForm = catalogueForm({ category: '智能客服', previewOf: PAGES.product })
export const aiForm = catalogueForm({ category: '对话机器人', previewOf: PAGES.aiProduct })
