import {
  buttons,
  callToAction,
  color,
  description,
  icon,
  link,
  list,
  pageInfo,
  paragraph,
  rating,
  statistics,
  switchField,
  text,
  title,
} from '../form/form-parts.ts'
import type { DocumentForm } from '../form/form-types.ts'

export const homeForm: DocumentForm = {
  sections: [
    pageInfo,
    {
      label: '主视觉',
      path: 'hero',
      fields: [
        title,
        paragraph('subtitle', '副标题'),
        description,
        buttons(),
        list({
          key: 'features',
          label: '特性',
          noun: '特性',
          titleKeys: ['title'],
          fields: [icon, color, title, description],
          createItem: () => ({ icon: 'CheckCircle', color: 'blue', title: '新特性', description: '' }),
        }),
      ],
    },
    { label: '统计数据', path: '', fields: [statistics] },
    {
      label: '核心服务',
      path: '',
      fields: [
        list({
          key: 'services',
          label: '服务',
          noun: '服务',
          titleKeys: ['title'],
          fields: [icon, color, title, text('subtitle', '副标题'), description, link('link', '链接')],
          createItem: () => ({
            icon: 'Settings',
            color: 'blue',
            title: '新服务',
            subtitle: '',
            description: '',
            link: '#',
          }),
        }),
      ],
    },
    {
      label: '推荐产品',
      path: '',
      fields: [
        list({
          key: 'featuredProducts',
          label: '推荐产品',
          noun: '产品',
          titleKeys: ['name'],
          fields: [
            text('name', '产品名称'),
            rating('rating', '评分'),
            description,
            icon,
            color,
            link('link', '链接'),
            switchField('hasDemo', '可演示'),
            switchField('hasCaseStudy', '有案例'),
          ],
          createItem: () => ({
            name: '新产品',
            rating: null,
            description: '',
            icon: 'Star',
            color: 'blue',
            link: '',
            hasDemo: false,
            hasCaseStudy: false,
          }),
        }),
      ],
    },
    {
      label: '用户评价',
      path: '',
      fields: [
        list({
          key: 'testimonials',
          label: '评价',
          noun: '评价',
          titleKeys: ['author', 'company'],
          fields: [
            paragraph('content', '内容'),
            text('author', '姓名'),
            text('company', '公司'),
            text('position', '职位'),
            text('avatar', '头像', '图片地址，或显示为头像的一两个字'),
            color,
          ],
          createItem: () => ({ content: '', author: '新评价', company: '', position: '', avatar: '', color: 'blue' }),
        }),
      ],
    },
    callToAction,
  ],
}
