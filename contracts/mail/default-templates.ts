import { PALETTE } from '../palette.ts'
import { type Template, type TemplateName, VARIABLE_LABELS } from './templates.ts'

const FONT = `font-family: 'PingFang SC', 'Microsoft YaHei', sans-serif; font-size: 15px; line-height: 1.75; color: ${PALETTE.ink.light}`
const row = (variable: keyof typeof VARIABLE_LABELS) =>
  `    <tr><td style="padding: 6px 16px 6px 0; color: ${PALETTE.muted.light}; white-space: nowrap; vertical-align: top">${VARIABLE_LABELS[variable]}</td>` +
  `<td style="padding: 6px 0">{{${variable}}}</td></tr>`

const buildHtml = (...lines: string[]) =>
  [
    `<div style="max-width: 600px; ${FONT}">`,
    ...lines.map((line) => (line.startsWith(' ') ? line : `  ${line}`)),
    '</div>',
  ].join('\n')
const table = (...rows: string[]) => ['  <table style="border-collapse: collapse">', ...rows, '  </table>'].join('\n')
const link = (variable: string, label: string) =>
  `<p><a href="{{${variable}}}" style="color: ${PALETTE.indigo.light}">${label}</a></p>`
const AUTOMATIC = `<p style="color: ${PALETTE.muted.light}; font-size: 13px">本邮件由{{siteName}}自动发出，请勿直接回复。</p>`

/** The templates until an administrator changes them. */
export const DEFAULT_TEMPLATES: Record<TemplateName, Template> = {
  consultation: {
    subject: '【{{siteName}}】新的选型咨询：{{companyName}}',
    htmlTemplate: buildHtml(
      '<p>收到一条新的咨询，请在24小时内与对方联系。</p>',
      table(row('companyName'), row('contactName'), row('phone'), row('email'), row('requirements'), row('submitTime')),
    ),
  },
  submission: {
    subject: '【{{siteName}}】新的产品提交：{{productName}}（{{companyName}}）',
    htmlTemplate: buildHtml(
      '<p>有厂商提交了新产品，请在3个工作日内完成初步审核。</p>',
      table(
        row('productName'),
        row('companyName'),
        row('contactName'),
        row('phone'),
        row('email'),
        row('productDescription'),
        row('submitTime'),
      ),
    ),
  },
  submissionReceipt: {
    subject: '【{{siteName}}】已收到您提交的产品：{{productName}}',
    htmlTemplate: buildHtml(
      '<p>{{contactName}}，您好：</p>',
      '<p>我们已收到{{companyName}}于{{submitTime}}提交的产品“{{productName}}”，将在3个工作日内完成初步审核。</p>',
      '<p>回执号：<strong>{{receipt}}</strong>。凭回执号和提交时填写的联系邮箱，可随时查询审核进度。</p>',
      link('statusLink', '查询审核进度'),
      AUTOMATIC,
    ),
  },
  submissionApproved: {
    subject: '【{{siteName}}】审核通过：{{productName}}已上架',
    htmlTemplate: buildHtml(
      '<p>{{contactName}}，您好：</p>',
      '<p>{{companyName}}提交的产品“{{productName}}”（回执号 {{receipt}}）已通过审核，并已在{{siteName}}展示。</p>',
      '<p>{{notes}}</p>',
      link('productLink', '查看产品页面'),
      AUTOMATIC,
    ),
  },
  submissionRejected: {
    subject: '【{{siteName}}】审核未通过：{{productName}}',
    htmlTemplate: buildHtml(
      '<p>{{contactName}}，您好：</p>',
      '<p>很遗憾，{{companyName}}提交的产品“{{productName}}”（回执号 {{receipt}}）未通过审核。</p>',
      '<p>{{notes}}</p>',
      '<p>欢迎补充完善后再次提交。</p>',
      link('statusLink', '查看审核结果'),
      AUTOMATIC,
    ),
  },
  reviewShown: {
    subject: '【{{siteName}}】您对“{{productName}}”的评价已展示',
    htmlTemplate: buildHtml(
      '<p>{{contactName}}，您好：</p>',
      '<p>您对“{{productName}}”的评价已通过审核并展示。感谢您把经验告诉同行。</p>',
      link('productLink', '查看产品页面'),
      link('reviewsLink', '管理我的评价'),
      AUTOMATIC,
    ),
  },
  reviewRefused: {
    subject: '【{{siteName}}】您对“{{productName}}”的评价未通过审核',
    htmlTemplate: buildHtml(
      '<p>{{contactName}}，您好：</p>',
      '<p>您对“{{productName}}”的评价未通过审核，原因如下：</p>',
      '<p>{{notes}}</p>',
      '<p>您写的内容仍为您保留，修改后可以重新提交。</p>',
      link('reviewsLink', '修改我的评价'),
      AUTOMATIC,
    ),
  },
}
