/** The form of a product, generated from the field list: with sections on its own, or as a list item of a catalogue. */
import { SCREENSHOT } from '#contracts/limits.ts'
import {
  getEditing,
  isNone,
  PRODUCT_FIELD_LIST,
  PRODUCT_FIELDS,
  PRODUCT_SECTIONS,
  type ProductField,
  type ProductFieldLike,
  type ProductFieldType,
} from '#contracts/products/fields.ts'
import { findFixedChoices } from '#contracts/rules/product-choices.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { choice, list, paragraph, starCount, suggestField, switchField, text, title } from '../form/form-parts.ts'
import type { DocumentForm, Field } from '../form/form-types.ts'

type EditedField = Exclude<ProductField, ProductFieldLike<{ type: 'id' }>>
const isEditedField = (field: ProductField): field is EditedField => !isNone(getEditing(field).section)
const EDITED_FIELDS = PRODUCT_FIELD_LIST.filter(isEditedField)

type ChoiceField = ProductFieldLike<{ type: 'choice' }>
const isChoiceField = (key: EditedField): key is ChoiceField => PRODUCT_FIELDS[key].type === 'choice'
/** Creates the field for values that the catalogue lists. */
type CreateChoiceField = (key: ChoiceField, label: string) => Field

type FieldInput = { key: string; label: string; hint?: string; noun: string }

const line = ({ key, label, hint }: FieldInput): Field => ({ kind: 'text', key, label, hint })
const link = ({ key, label, hint }: FieldInput): Field => ({ kind: 'url', key, label, hint })

/** Creates the form field for each type of product field. */
const FIELD_CREATORS: Record<Exclude<ProductFieldType, 'id' | 'choice'>, (field: FieldInput) => Field> = {
  name: line,
  line,
  optionalName: line,
  optionalEmail: line,
  paragraph: ({ key, label, hint }) => ({ kind: 'paragraph', key, label, hint, hasCounter: true }),
  richText: ({ key, label, hint }) => ({ kind: 'rich-text', key, label, hint }),
  texts: ({ key, label, hint, noun }) => ({ kind: 'texts', key, label, hint, noun, isShort: false }),
  link,
  image: ({ key, label, hint }) => ({ kind: 'image', key, label, hint, purpose: 'product-logo' }),
  screenshots: ({ key, label, hint }) =>
    list({
      key,
      label,
      hint,
      noun: '截图',
      maxPictures: SCREENSHOT.max,
      titleKeys: ['caption'],
      fields: [{ kind: 'image', key: 'url', label: '图片', purpose: 'screenshot' }, text('caption', '说明')],
      createItem: () => ({ url: '', caption: '', width: 0, height: 0 }),
    }),
  rating: ({ key, label, hint }) => ({ kind: 'rating', key, label, hint }),
  flag: ({ key, label, hint }) => ({ kind: 'switch', key, label, hint }),
  optInFlag: ({ key, label, hint }) => ({ kind: 'switch', key, label, hint }),
  specs: ({ key, label, hint }) =>
    list({
      key,
      label,
      hint,
      noun: '规格',
      titleKeys: ['title', 'value'],
      fields: [title, paragraph('value', '内容')],
      createItem: () => ({ title: '', value: '' }),
    }),
  reviews: ({ key, label, hint }) =>
    list({
      key,
      label,
      hint,
      noun: '评价',
      titleKeys: ['user', 'date'],
      fields: [
        text('user', '用户'),
        starCount('rating', '评分'),
        text('date', '日期'),
        paragraph('comment', '内容'),
        { ...switchField('isHidden', '已对访客隐藏'), isReadOnly: true, hint: '由审核员在“评价管理”中隐藏与恢复' },
      ],
      getBadge: ({ isHidden }) => (isHidden === true ? '已隐藏' : undefined),
      createItem: () => ({ user: '新用户', rating: 5, date: '', comment: '' }),
    }),
}

function createField(key: EditedField, createChoiceField: CreateChoiceField): Field {
  if (isChoiceField(key)) return createChoiceField(key, PRODUCT_FIELDS[key].label)
  const { label, type } = PRODUCT_FIELDS[key]
  const { hint, noun = label } = getEditing(key)
  return FIELD_CREATORS[type]({ key, label, hint, noun })
}

/** The paths of a catalogue's lists that provide options for a product's fields. */
const SUGGESTION_PATHS: Record<ChoiceField, string> = { category: 'categories', price: 'priceRanges' }

/** Returns all fields of a product, as a list item of its catalogue's document. */
export const PRODUCT_ITEM_FIELDS: readonly Field[] = EDITED_FIELDS.map((field) =>
  createField(field, (key, label) => suggestField(key, label, SUGGESTION_PATHS[key])),
)

/** The options that a catalogue's document lists. */
export type Choices = { categories: readonly string[]; priceRanges: readonly string[] }

/** Returns the form of a single product. For AI products the options are closed lists, for agents suggestions. */
export function createProductForm(catalogue: Catalogue, { categories, priceRanges }: Choices): DocumentForm {
  const fixed = findFixedChoices(catalogue)
  const suggestions: Record<ChoiceField, readonly string[]> = { category: categories, price: priceRanges }
  const createChoiceField: CreateChoiceField = (key, label) =>
    fixed ? choice(key, label, fixed[key]) : suggestField(key, label, suggestions[key])
  return {
    sections: PRODUCT_SECTIONS.map((section) => ({
      label: section,
      path: '',
      fields: EDITED_FIELDS.filter((field) => getEditing(field).section === section).map((field) =>
        createField(field, createChoiceField),
      ),
    })),
  }
}
