import {
  BUTTON_STYLE_OPTIONS,
  color,
  description,
  icon,
  link,
  list,
  pageInfo,
  select,
  steps,
  text,
  title,
} from '../form/form-parts.ts'
import type { DocumentForm } from '../form/form-types.ts'

export const submitForm: DocumentForm = {
  sections: [
    pageInfo,
    {
      label: '提交优势',
      path: '',
      fields: [
        list({
          key: 'submitAdvantages',
          label: '优势',
          noun: '优势',
          titleKeys: ['title'],
          fields: [icon, color, title, description],
          createItem: () => ({ icon: 'CheckSquare', title: '新优势', description: '', color: 'blue' }),
        }),
      ],
    },
    { label: '表单说明', path: 'formSection', fields: [title, description] },
    { label: '提交流程', path: 'submitProcess', fields: [title, steps] },
    {
      label: '成功案例',
      path: 'successCases',
      fields: [
        title,
        list({
          key: 'cases',
          label: '案例',
          noun: '案例',
          titleKeys: ['title'],
          fields: [icon, color, title, text('duration', '周期'), description],
          createItem: () => ({ icon: 'Award', title: '新案例', duration: '', description: '', color: 'blue' }),
        }),
      ],
    },
    {
      label: '联系方式',
      path: 'contactSection',
      fields: [
        title,
        description,
        list({
          key: 'buttons',
          label: '按钮',
          noun: '按钮',
          titleKeys: ['text'],
          fields: [
            text('text', '文字'),
            select('style', '样式', BUTTON_STYLE_OPTIONS),
            text('action', '动作', 'contact 表示联系我们；填写了链接时以链接为准'),
            link('link', '链接'),
          ],
          createItem: () => ({ text: '新按钮', style: 'primary', action: 'contact', link: '' }),
        }),
      ],
    },
  ],
}
