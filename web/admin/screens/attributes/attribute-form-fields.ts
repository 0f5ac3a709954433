/** The fields of an attribute, which also label the differences between two versions. */
import { ATTRIBUTE_TYPE_LABELS, ATTRIBUTE_TYPES } from '#contracts/facts/vocabulary.ts'
import { TEXT } from '#contracts/limits.ts'
import { CATALOGUE_LABELS } from '#contracts/products/table-messages.ts'
import { CATALOGUES } from '#contracts/vocabulary.ts'
import type { DocumentForm, FieldsByKey } from '../../editors/form/form-types.ts'
import type { AttributeValues } from './attribute-values.ts'

export const ATTRIBUTE_FIELDS = {
  key: { key: 'key', label: '键', kind: 'text', maxLength: TEXT.word },
  label: { key: 'label', label: '名称', kind: 'text', maxLength: TEXT.word },
  group: { key: 'group', label: '分组', kind: 'text', maxLength: TEXT.word },
  type: {
    key: 'type',
    label: '类型',
    kind: 'select',
    options: ATTRIBUTE_TYPES.map((value) => ({ value, label: ATTRIBUTE_TYPE_LABELS[value] })),
  },
  unit: { key: 'unit', label: '单位', kind: 'text', maxLength: TEXT.word },
  choices: {
    key: 'choices',
    label: '选项',
    kind: 'list',
    noun: '选项',
    titleKeys: ['text'],
    createItem: () => ({}),
    fields: [
      { key: 'text', label: '名称', kind: 'text', maxLength: TEXT.word },
      { key: 'stored', label: '原名称', kind: 'text' },
    ],
  },
  catalogues: {
    key: 'catalogues',
    label: '目录',
    kind: 'select',
    options: CATALOGUES.map((value) => ({ value, label: CATALOGUE_LABELS[value] })),
  },
  categories: {
    key: 'categories',
    label: '类别',
    kind: 'texts',
    noun: '类别',
    isShort: true,
    hint: '留空为全部类别。',
  },
  isFilter: { key: 'isFilter', label: '用于筛选', kind: 'switch' },
  isCompared: { key: 'isCompared', label: '用于对比', kind: 'switch' },
  isOnCard: { key: 'isOnCard', label: '显示在卡片上', kind: 'switch' },
  isActive: { key: 'isActive', label: '启用', kind: 'switch' },
  hint: { key: 'hint', label: '填写说明', kind: 'text', maxLength: TEXT.line },
  staleAfterMonths: {
    key: 'staleAfterMonths',
    label: '保鲜期（月）',
    kind: 'text',
    hint: '阅读来源满这些月后，资料要重新确认；留空为不过期。',
  },
} as const satisfies FieldsByKey<AttributeValues>

export const ATTRIBUTE_FORM: DocumentForm = {
  sections: [{ label: '', path: '', fields: Object.values(ATTRIBUTE_FIELDS) }],
}
