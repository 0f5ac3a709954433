/** A product's form by itself, and the fields that it shares with the products of a catalogue's document. */
import { fixedChoices } from '#contracts/rules/product-choices.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import {
  choice,
  counted,
  lines,
  link,
  list,
  paragraph,
  rating,
  richText,
  starCount,
  suggested,
  text,
  title,
  yesNo,
} from '../form/form-parts.ts'
import type { DocumentForm, Field } from '../form/form-types.ts'

export const logo: Field = {
  ...{ kind: 'image', key: 'logoUrl', label: 'Logo', purpose: 'product-logo' },
  hint: '支持JPG、PNG、GIF和WebP图片，不超过2MB，建议256×256像素以上的正方形图片',
}

export const technicalSpecs: Field = list({
  ...{ key: 'technicalSpecs', label: '技术规格', noun: '规格', titleKeys: ['title', 'value'] },
  fields: [title, paragraph('value', '内容')],
  start: () => ({ title: '', value: '' }),
})

export const reviews: Field = list({
  ...{ key: 'reviews', label: '用户评价', noun: '评价', titleKeys: ['user', 'date'] },
  fields: [
    ...[text('user', '用户'), starCount('rating', '评分'), text('date', '日期'), paragraph('comment', '内容')],
    { ...yesNo('isHidden', '已对访客隐藏'), isTold: true, hint: '由审核员在“评价管理”中隐藏与恢复' },
  ],
  markOf: ({ isHidden }) => (isHidden === true ? '已隐藏' : undefined),
  start: () => ({ user: '新用户', rating: 5, date: '', comment: '' }),
})

/** What a visitor of a page may choose from, as the catalogue's document lists it. */
export type Choices = { categories: readonly string[]; priceRanges: readonly string[] }

function choices(catalogue: Catalogue, { categories, priceRanges }: Choices): Field[] {
  const fixed = fixedChoices(catalogue)
  return fixed
    ? [choice('category', '类别', fixed.categories), choice('price', '价格档位', fixed.prices)]
    : [suggested('category', '类别', categories), suggested('price', '价格', priceRanges)]
}

export const productForm = (catalogue: Catalogue, of: Choices): DocumentForm => ({
  sections: [
    {
      ...{ label: '基本信息', path: '' },
      fields: [
        ...[text('name', '名称'), yesNo('isActive', '上架'), text('slogan', '标语'), rating('rating', '评分')],
        ...choices(catalogue, of),
        ...[
          link('officialLink', '官网链接'),
          text('company', '厂商'),
          text('contactEmail', '联系邮箱', '只在后台可见'),
        ],
      ],
    },
    { label: 'Logo', path: '', fields: [logo] },
    { label: '产品描述', path: '', fields: [counted('description', '简介'), counted('uniqueValue', '独特价值')] },
    {
      ...{ label: '用户与能力', path: '' },
      fields: [
        lines('targetUsers', '目标用户', '用户'),
        lines('keyCapabilities', '核心能力', '能力'),
        lines('aiCapabilities', 'AI能力', 'AI能力'),
        lines('industryApplications', '行业应用', '行业'),
        lines('deploymentTypes', '部署方式', '方式'),
        lines('securityCompliance', '安全合规', '条目'),
      ],
    },
    { label: '技术规格', path: '', fields: [technicalSpecs] },
    { label: '详细介绍', path: '', fields: [richText('detailedDescription', '详细介绍')] },
    { label: '用户评价', path: '', fields: [reviews] },
  ],
})
