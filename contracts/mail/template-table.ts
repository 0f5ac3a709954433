/** The mails with editable templates: the name of each, its allowed variables, and its default text. */
import { LEAD_RESPONSE_HOURS, SUBMISSION_REVIEW_WORKING_DAYS } from '../limits.ts'
import { PALETTE } from '../palette.ts'
import { LEAD_LABELS, SUBMISSION_LABELS } from '../request-labels.ts'

/** The labels of the templates' variables. */
export const VARIABLE_LABELS = {
  siteName: '网站名称',
  companyName: LEAD_LABELS.companyName,
  contactName: LEAD_LABELS.contactName,
  phone: LEAD_LABELS.phone,
  email: LEAD_LABELS.email,
  requirements: LEAD_LABELS.requirements,
  productName: LEAD_LABELS.productName,
  productDescription: SUBMISSION_LABELS.productDescription,
  submitTime: '提交时间',
  receipt: '回执号',
  statusLink: '进度查询链接',
  notes: '审核意见',
  reasons: '补正内容',
  message: '消息',
  productLink: '产品页面链接',
  reviewsLink: '“我的评价”链接',
  alarmName: '告警名称',
  alarmDetail: '告警详情',
  alarmAdvice: '处理建议',
  alarmStart: '开始时间',
  alarmEnd: '解除时间',
  systemLink: '系统状态链接',
  eventLabel: '事件',
  eventDetail: '事件的说明',
  recordLink: '记录的链接',
  eventCount: '事件数',
  eventList: '事件列表',
  inboxLink: '收件箱链接',
  settingsLink: '通知设置链接',
} as const
export type TemplateVariable = keyof typeof VARIABLE_LABELS

/** Sample values for the preview. */
export const VARIABLE_SAMPLES: Record<TemplateVariable, string> = {
  siteName: '智鉴',
  companyName: '示例集团',
  contactName: '陈女士',
  phone: '010-12345678',
  email: 'cio@example.com',
  requirements: '为客服中心选择可私有化部署的智能体平台。\n预算每年50万元以内。',
  productName: '示例智能体',
  productDescription: '面向客服中心的对话智能体。',
  submitTime: '2026-11-21 10:00',
  receipt: 'ZJ-20261121-7K3M9QXT',
  statusLink: 'https://zhijian.example/submit/status',
  notes: '建议补充等保测评报告与客户案例。',
  reasons: '产品描述：请说明适用的客服规模。\n产品官网：网址打不开，请核对。',
  message: '请问产品是否支持国产数据库？',
  productLink: 'https://zhijian.example/products/1',
  reviewsLink: 'https://zhijian.example/my/reviews',
  alarmName: '磁盘空间不足',
  alarmDetail: '示例节点：磁盘仅剩300 MB，低于500 MB。',
  alarmAdvice: '请清理或扩容；空间用尽后，任何内容都无法保存。',
  alarmStart: '2026-11-21 10:00',
  alarmEnd: '2026-11-21 10:30',
  systemLink: 'https://zhijian.example/admin/settings?tab=system',
  eventLabel: '收到咨询线索',
  eventDetail: '示例集团\n种类：选型咨询',
  recordLink: 'https://zhijian.example/admin/leads?lead=1',
  eventCount: '2',
  eventList: '2026-11-21 10:00 收到咨询线索：示例集团\n2026-11-21 10:30 收到产品提交：示例智能体（示例科技）',
  inboxLink: 'https://zhijian.example/admin/inbox',
  settingsLink: 'https://zhijian.example/admin/account',
}

const FONT = `font-family: 'PingFang SC', 'Microsoft YaHei', sans-serif; font-size: 15px; line-height: 1.75; color: ${PALETTE.ink.light}`
const row = (variable: TemplateVariable) =>
  `    <tr><td style="padding: 6px 16px 6px 0; color: ${PALETTE.muted.light}; white-space: nowrap; vertical-align: top">${VARIABLE_LABELS[variable]}</td>` +
  `<td style="padding: 6px 0">{{${variable}}}</td></tr>`

const buildHtml = (...lines: string[]) =>
  [
    `<div style="max-width: 600px; ${FONT}">`,
    ...lines.map((line) => (line.startsWith(' ') ? line : `  ${line}`)),
    '</div>',
  ].join('\n')
const table = (...rows: string[]) => ['  <table style="border-collapse: collapse">', ...rows, '  </table>'].join('\n')
const link = (variable: TemplateVariable, label: string) =>
  `<p><a href="{{${variable}}}" style="color: ${PALETTE.indigo.light}">${label}</a></p>`
const AUTOMATIC_MAIL_FOOTER = `<p style="color: ${PALETTE.muted.light}; font-size: 13px">本邮件由{{siteName}}自动发出，请勿直接回复。</p>`

export const TEMPLATES = {
  consultation: {
    label: '选型咨询通知',
    variables: ['siteName', 'companyName', 'contactName', 'phone', 'email', 'requirements', 'submitTime'],
    subject: '【{{siteName}}】新的选型咨询：{{companyName}}',
    htmlTemplate: buildHtml(
      `<p>收到一条新的选型咨询，请在${LEAD_RESPONSE_HOURS}小时内与对方联系。</p>`,
      table(row('companyName'), row('contactName'), row('phone'), row('email'), row('requirements'), row('submitTime')),
    ),
  },
  evaluationRequest: {
    label: '评估申请通知',
    variables: [
      'siteName',
      'companyName',
      'productName',
      'contactName',
      'phone',
      'email',
      'requirements',
      'submitTime',
    ],
    subject: '【{{siteName}}】新的评估申请：{{productName}}（{{companyName}}）',
    htmlTemplate: buildHtml(
      `<p>收到一份专业评估的申请，请在${LEAD_RESPONSE_HOURS}小时内与对方联系。</p>`,
      table(
        row('productName'),
        row('companyName'),
        row('contactName'),
        row('phone'),
        row('email'),
        row('requirements'),
        row('submitTime'),
      ),
    ),
  },
  submission: {
    label: '产品提交通知',
    variables: [
      'siteName',
      'productName',
      'companyName',
      'contactName',
      'phone',
      'email',
      'productDescription',
      'submitTime',
    ],
    subject: '【{{siteName}}】新的产品提交：{{productName}}（{{companyName}}）',
    htmlTemplate: buildHtml(
      `<p>有厂商提交了新产品，请在${SUBMISSION_REVIEW_WORKING_DAYS}个工作日内完成初步审核。</p>`,
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
    label: '提交回执（发给厂商）',
    variables: ['siteName', 'productName', 'companyName', 'contactName', 'receipt', 'statusLink', 'submitTime'],
    subject: '【{{siteName}}】已收到您提交的产品：{{productName}}',
    htmlTemplate: buildHtml(
      '<p>{{contactName}}，您好：</p>',
      `<p>我们已收到{{companyName}}于{{submitTime}}提交的产品“{{productName}}”，将在${SUBMISSION_REVIEW_WORKING_DAYS}个工作日内完成初步审核。</p>`,
      '<p>回执号：<strong>{{receipt}}</strong>。凭回执号和提交时填写的联系邮箱，可随时查询审核进度。</p>',
      link('statusLink', '查询审核进度'),
      AUTOMATIC_MAIL_FOOTER,
    ),
  },
  submissionApproved: {
    label: '审核通过（发给厂商）',
    variables: [
      'siteName',
      'productName',
      'companyName',
      'contactName',
      'receipt',
      'notes',
      'productLink',
      'statusLink',
    ],
    subject: '【{{siteName}}】审核通过：{{productName}}已上架',
    htmlTemplate: buildHtml(
      '<p>{{contactName}}，您好：</p>',
      '<p>{{companyName}}提交的产品“{{productName}}”（回执号 {{receipt}}）已通过审核，并已在{{siteName}}展示。</p>',
      '<p>{{notes}}</p>',
      link('productLink', '查看产品页面'),
      AUTOMATIC_MAIL_FOOTER,
    ),
  },
  submissionRejected: {
    label: '审核未通过（发给厂商）',
    variables: ['siteName', 'productName', 'companyName', 'contactName', 'receipt', 'notes', 'statusLink'],
    subject: '【{{siteName}}】审核未通过：{{productName}}',
    htmlTemplate: buildHtml(
      '<p>{{contactName}}，您好：</p>',
      '<p>很遗憾，{{companyName}}提交的产品“{{productName}}”（回执号 {{receipt}}）未通过审核。</p>',
      '<p>{{notes}}</p>',
      '<p>欢迎补充完善后再次提交。</p>',
      link('statusLink', '查看审核结果'),
      AUTOMATIC_MAIL_FOOTER,
    ),
  },
  submissionReturned: {
    label: '退回补正（发给厂商）',
    variables: ['siteName', 'productName', 'companyName', 'contactName', 'receipt', 'reasons', 'notes', 'statusLink'],
    subject: '【{{siteName}}】请补正您提交的产品：{{productName}}',
    htmlTemplate: buildHtml(
      '<p>{{contactName}}，您好：</p>',
      '<p>{{companyName}}提交的产品“{{productName}}”（回执号 {{receipt}}）有以下内容需要补正：</p>',
      '<p>{{reasons}}</p>',
      '<p>{{notes}}</p>',
      '<p>其余内容都已保留，回执号不变，改好提交后审核继续。</p>',
      link('statusLink', '查看并补正'),
      AUTOMATIC_MAIL_FOOTER,
    ),
  },
  submissionMessage: {
    label: '审核团队的消息（发给厂商）',
    variables: ['siteName', 'productName', 'companyName', 'contactName', 'receipt', 'message', 'statusLink'],
    subject: '【{{siteName}}】审核团队给您留言：{{productName}}',
    htmlTemplate: buildHtml(
      '<p>{{contactName}}，您好：</p>',
      '<p>关于{{companyName}}提交的产品“{{productName}}”（回执号 {{receipt}}），审核团队给您留言：</p>',
      '<p>{{message}}</p>',
      link('statusLink', '查看并回复'),
      AUTOMATIC_MAIL_FOOTER,
    ),
  },
  reviewPublished: {
    label: '评价已展示（发给评价人）',
    variables: ['siteName', 'productName', 'contactName', 'productLink', 'reviewsLink'],
    subject: '【{{siteName}}】您对“{{productName}}”的评价已展示',
    htmlTemplate: buildHtml(
      '<p>{{contactName}}，您好：</p>',
      '<p>您对“{{productName}}”的评价已通过审核并展示。感谢您把经验告诉同行。</p>',
      link('productLink', '查看产品页面'),
      link('reviewsLink', '管理我的评价'),
      AUTOMATIC_MAIL_FOOTER,
    ),
  },
  reviewRejected: {
    label: '评价未通过（发给评价人）',
    variables: ['siteName', 'productName', 'contactName', 'notes', 'reviewsLink'],
    subject: '【{{siteName}}】您对“{{productName}}”的评价未通过审核',
    htmlTemplate: buildHtml(
      '<p>{{contactName}}，您好：</p>',
      '<p>您对“{{productName}}”的评价未通过审核，原因如下：</p>',
      '<p>{{notes}}</p>',
      '<p>您写的内容仍为您保留，修改后可以重新提交。</p>',
      link('reviewsLink', '修改我的评价'),
      AUTOMATIC_MAIL_FOOTER,
    ),
  },
  alarmRaised: {
    label: '告警（发给运维人员）',
    variables: ['siteName', 'alarmName', 'alarmDetail', 'alarmAdvice', 'alarmStart', 'systemLink'],
    subject: '【{{siteName}}】告警：{{alarmName}}',
    htmlTemplate: buildHtml(
      '<p>{{alarmDetail}}</p>',
      '<p>{{alarmAdvice}}</p>',
      '<p>开始时间：{{alarmStart}}（北京时间）。解除时会再发一封邮件，其间不再重复提醒。</p>',
      link('systemLink', '查看系统状态'),
      AUTOMATIC_MAIL_FOOTER,
    ),
  },
  alarmResolved: {
    label: '告警解除（发给运维人员）',
    variables: ['siteName', 'alarmName', 'alarmDetail', 'alarmStart', 'alarmEnd', 'systemLink'],
    subject: '【{{siteName}}】已解除：{{alarmName}}',
    htmlTemplate: buildHtml(
      '<p>“{{alarmName}}”已解除，自{{alarmStart}}起，至{{alarmEnd}}止（北京时间）。</p>',
      '<p>当时的情况：{{alarmDetail}}</p>',
      link('systemLink', '查看系统状态'),
      AUTOMATIC_MAIL_FOOTER,
    ),
  },
  eventNotice: {
    label: '事件通知（发给关注的工作人员）',
    variables: ['siteName', 'contactName', 'eventLabel', 'eventDetail', 'recordLink', 'settingsLink'],
    subject: '【{{siteName}}】{{eventLabel}}',
    htmlTemplate: buildHtml(
      '<p>{{contactName}}，您好：</p>',
      '<p>{{eventLabel}}：{{eventDetail}}</p>',
      link('recordLink', '打开记录'),
      link('settingsLink', '更改我的通知'),
      AUTOMATIC_MAIL_FOOTER,
    ),
  },
  eventDigest: {
    label: '每日汇总（发给关注的工作人员）',
    variables: ['siteName', 'contactName', 'eventCount', 'eventList', 'inboxLink', 'settingsLink'],
    subject: '【{{siteName}}】每日汇总：{{eventCount}}条',
    htmlTemplate: buildHtml(
      '<p>{{contactName}}，您好，自上次汇总以来：</p>',
      '<p>{{eventList}}</p>',
      link('inboxLink', '打开收件箱'),
      link('settingsLink', '更改我的通知'),
      AUTOMATIC_MAIL_FOOTER,
    ),
  },
} as const satisfies Record<
  string,
  { label: string; variables: readonly TemplateVariable[]; subject: string; htmlTemplate: string }
>
export type TemplateName = keyof typeof TEMPLATES
