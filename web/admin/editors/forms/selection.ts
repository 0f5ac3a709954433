import {
  callToAction,
  color,
  description,
  icon,
  lines,
  list,
  pageInfo,
  paragraph,
  starCount,
  statistics,
  stepNumber,
  subtitle,
  text,
  title,
} from '../form/form-parts.ts'
import type { DocumentForm } from '../form/form-types.ts'

export const selectionForm: DocumentForm = {
  sections: [
    pageInfo,
    {
      label: '服务概览',
      path: 'serviceOverview',
      fields: [
        title,
        subtitle,
        description,
        list({
          key: 'capabilities',
          label: '服务能力',
          noun: '能力',
          titleKeys: ['title'],
          fields: [icon, color, title, description],
          createItem: () => ({ icon: 'CheckCircle', color: 'blue', title: '新能力', description: '' }),
        }),
        lines('advantages', '服务优势', '优势'),
      ],
    },
    {
      label: '服务套餐',
      path: '',
      fields: [
        list({
          key: 'servicePackages',
          label: '套餐',
          noun: '套餐',
          titleKeys: ['name', 'price'],
          fields: [
            text('name', '名称'),
            text('price', '价格'),
            text('duration', '周期'),
            paragraph('suitable', '适用对象'),
            lines('features', '包含内容', '内容'),
          ],
          createItem: () => ({ name: '新套餐', price: '面议', duration: '1个月', suitable: '', features: [] }),
        }),
      ],
    },
    {
      label: '服务流程',
      path: '',
      fields: [
        list({
          key: 'serviceProcess',
          label: '步骤',
          noun: '步骤',
          titleKeys: ['title'],
          fields: [
            stepNumber('step'),
            title,
            text('duration', '所需时间'),
            description,
            lines('deliverables', '交付物', '交付物'),
          ],
          createItem: (count) => ({
            step: count + 1,
            title: '新步骤',
            duration: '',
            description: '',
            deliverables: [],
          }),
        }),
      ],
    },
    { label: '统计数据', path: '', fields: [statistics] },
    {
      label: '成功案例',
      path: '',
      fields: [
        list({
          key: 'successCases',
          label: '案例',
          noun: '案例',
          titleKeys: ['company', 'industry'],
          fields: [
            text('company', '公司'),
            text('industry', '行业'),
            text('duration', '周期'),
            paragraph('challenge', '挑战'),
            paragraph('solution', '方案'),
            lines('results', '成果', '成果'),
            starCount('rating', '评价星级'),
          ],
          createItem: () => ({
            company: '新案例',
            industry: '',
            duration: '',
            challenge: '',
            solution: '',
            results: [],
            rating: 5,
          }),
        }),
      ],
    },
    { label: '咨询表单', path: 'consultationForm', fields: [title, description] },
    callToAction,
  ],
}
