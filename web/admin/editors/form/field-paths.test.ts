import { expect, it } from 'vitest'
import { findExistingPath } from './field-paths.ts'
import type { DocumentForm } from './form-types.ts'

const FORM: DocumentForm = {
  sections: [
    {
      path: 'hero',
      label: '主视觉',
      fields: [
        { key: 'title', label: '标题', kind: 'text' },
        {
          key: 'buttons',
          label: '按钮',
          kind: 'list',
          noun: '按钮',
          titleKeys: ['text'],
          createItem: () => ({}),
          fields: [{ key: 'text', label: '文字', kind: 'text' }],
        },
      ],
    },
  ],
}
const DOCUMENT = { hero: { title: '', buttons: [{ text: '甲' }] } }

it.each([
  ['an existing field', 'hero.title', 'hero.title'],
  ['a field that isn’t filled in', 'hero.buttons.0.text', 'hero.buttons.0.text'],
  ['a field of a removed item', 'hero.buttons.-.text', 'hero.buttons'],
  ['a field behind the end of its list', 'hero.buttons.3.text', 'hero.buttons'],
  ['a field that the form no longer has', 'hero.subtitle', ''],
  ['a section that the form no longer has', 'statistics.0.value', ''],
])('returns where %s is', (_, path, existing) => {
  expect(findExistingPath(FORM, DOCUMENT, path)).toBe(existing)
})
