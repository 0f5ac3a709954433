/** Labels the fields of an attribute for the comparison of two versions. */
import { ATTRIBUTE_TYPE_LABELS, ATTRIBUTE_TYPES } from '#contracts/facts/vocabulary.ts'
import { CATALOGUE_LABELS } from '#contracts/products/table-messages.ts'
import { CATALOGUES } from '#contracts/vocabulary.ts'
import type { DocumentForm } from '../../editors/form/form-types.ts'

export const TYPE_OPTIONS = ATTRIBUTE_TYPES.map((value) => ({ value, label: ATTRIBUTE_TYPE_LABELS[value] }))
export const CATALOGUE_OPTIONS = CATALOGUES.map((value) => ({ value, label: CATALOGUE_LABELS[value] }))

export const ATTRIBUTE_PLACES: DocumentForm = {
  sections: [
    {
      label: '',
      path: '',
      fields: [
        { key: 'key', label: '键', kind: 'text' },
        { key: 'label', label: '名称', kind: 'text' },
        { key: 'group', label: '分组', kind: 'text' },
        { key: 'type', label: '类型', kind: 'select', options: TYPE_OPTIONS },
        { key: 'unit', label: '单位', kind: 'text' },
        {
          key: 'choices',
          label: '选项',
          kind: 'list',
          noun: '选项',
          titleKeys: ['text'],
          initialItem: () => ({}),
          fields: [
            { key: 'text', label: '名称', kind: 'text' },
            { key: 'stored', label: '原名称', kind: 'text' },
          ],
        },
        { key: 'catalogues', label: '目录', kind: 'words', noun: '目录', isShort: true },
        { key: 'categories', label: '类别', kind: 'words', noun: '类别', isShort: true },
        { key: 'isFilter', label: '用于筛选', kind: 'switch' },
        { key: 'isCompared', label: '用于对比', kind: 'switch' },
        { key: 'isOnCard', label: '显示在卡片上', kind: 'switch' },
        { key: 'isActive', label: '启用', kind: 'switch' },
        { key: 'hint', label: '填写说明', kind: 'text' },
        { key: 'staleAfterMonths', label: '保鲜期（月）', kind: 'text' },
      ],
    },
  ],
}
