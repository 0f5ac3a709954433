import sanitizeHtml from 'sanitize-html'
import type { EmailPreview, Template, TemplateName, TemplateValues } from '#contracts/mail/templates.ts'
import { fillTemplate } from './mail-content.ts'

/** Sample values of the template variables, for the preview. */
const SAMPLE_VALUES: TemplateValues<TemplateName> = {
  companyName: '示例集团',
  contactName: '陈女士',
  submitTime: '2026-11-21 10:00',
  phone: '010-12345678',
  email: 'cio@example.com',
  requirements: '为客服中心选择可私有化部署的智能体平台。\n预算每年50万元以内。',
  productName: '示例智能体',
  productDescription: '面向客服中心的对话智能体。',
  receipt: 'ZJ-20261121-7K3M9QXT',
  statusLink: 'https://zhijian.example/submit/status',
  productLink: 'https://zhijian.example/products/1',
  reviewsLink: 'https://zhijian.example/my/reviews',
  notes: '建议补充等保测评报告与客户案例。',
}

/** Returns a mail of a template by sample values, as a frame of the back office may show it. */
export function preview(name: TemplateName, template: Template, siteName: string): EmailPreview {
  const content = fillTemplate<TemplateName>(name, template, { values: SAMPLE_VALUES, siteName })
  return content ? { ...content, html: wrapFrame(content.html) } : { subject: '', html: '', text: '' }
}

/**
 * Returns what a frame shows of a mail: nothing runs, loads or leads away. Its styles come as `data-style`, for the
 * frame's content policy takes none from markup; the screen puts them in by script.
 */
const wrapFrame = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: [...sanitizeHtml.defaults.allowedTags, 'img', 'center', 'font'],
    allowedAttributes: {
      '*': [
        'data-style',
        'align',
        'valign',
        'width',
        'height',
        'bgcolor',
        'colspan',
        'rowspan',
        'dir',
        'lang',
        'title',
      ],
      a: ['href'],
      img: ['alt', 'src'],
      font: ['color', 'size', 'face'],
    },
    allowedSchemes: [],
    allowedSchemesByTag: { img: ['data'] },
    allowProtocolRelative: false,
    transformTags: {
      '*': (tagName, { style, ...attribs }) => ({
        tagName,
        attribs: style ? { ...attribs, 'data-style': style } : attribs,
      }),
      a: (tagName, { style, href = '' }) => ({
        tagName,
        attribs: { 'data-style': style ?? '', href: '#', title: href },
      }),
    },
  })
