/** The agent and the AI products' pages: the same form, with a default category and addresses of their own. */
import { RATING } from '#contracts/limits.ts'
import { ADMIN_PAGES, fillPath, PAGES } from '#contracts/paths.ts'
import { AI_PRODUCT_CATEGORIES } from '#contracts/vocabulary.ts'
import {
  lines,
  link,
  list,
  pageInfo,
  paragraph,
  rating,
  richText,
  suggested,
  tags,
  text,
  yesNo,
} from '../form/form-parts.ts'
import type { DocumentForm, Field, ItemLink } from '../form/form-types.ts'
import type { Json } from '../json-path.ts'
import { logo, reviews, technicalSpecs } from './product.ts'

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
  logo,
  link('officialLink', '官网链接'),
  technicalSpecs,
  richText('detailedDescription', '详细介绍'),
  reviews,
  text('company', '厂商'),
  text('contactEmail', '联系邮箱', '只在后台可见'),
]

type CatalogueOf = {
  /** A new product's category where the document lists none. */
  category: string
  pageOf: (name: string) => string
  editorOf: (name: string) => string
}

function catalogueForm(of: CatalogueOf): DocumentForm {
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
            links: (item) => linksOf(item, of),
            // One that does not say no is shown to visitors (spec 2 §3).
            markOf: ({ isActive }) => (isActive === false ? '未上架' : undefined),
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

/** A product's own editor, once the server has it, and its page. */
function linksOf({ id, name }: Json, { pageOf, editorOf }: CatalogueOf): ItemLink[] {
  if (typeof name !== 'string' || name === '') return []
  const page = { label: `预览${name}`, href: pageOf(name) }
  return typeof id === 'string' ? [{ label: `编辑${name}`, href: editorOf(name), isHere: true }, page] : [page]
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

export const productsForm = catalogueForm({
  category: '智能客服',
  pageOf: PAGES.product,
  editorOf: (name) => fillPath(ADMIN_PAGES.productDetail, { id: name }),
})
export const aiForm = catalogueForm({
  category: AI_PRODUCT_CATEGORIES[0],
  pageOf: PAGES.aiProduct,
  editorOf: (name) => `${fillPath(ADMIN_PAGES.aiProductDetail, { id: name })}?source=content`,
})
