/**
 * The default privacy policy and terms. They describe what the product does; the operator fills in the placeholders.
 */

/** The placeholders of the texts; each is replaced by a setting as soon as that is filled in. */
export const LEGAL_PLACEHOLDERS = {
  operatorName: '［运营单位名称］',
  effectiveDate: '［生效日期］',
  siteName: '［网站名称］',
  contactEmail: '［联系邮箱］',
} as const
export type LegalPlaceholder = keyof typeof LEGAL_PLACEHOLDERS

const { operatorName, effectiveDate, siteName, contactEmail } = LEGAL_PLACEHOLDERS

const heading = (title: string) => `<p><strong>${title}</strong></p>`
const paragraph = (text: string) => `<p>${text}</p>`
const points = (...items: string[]) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`

export const DEFAULT_PRIVACY_POLICY = [
  paragraph(
    `本政策说明${operatorName}（以下称“我们”）在运营${siteName}时如何处理个人信息，自${effectiveDate}起施行。浏览产品、评估方法和社区活动无需登录，也无需提供个人信息。`,
  ),
  heading('一、我们收集的信息与用途'),
  points(
    '<strong>选型咨询与专业评估申请</strong>：公司名称、联系人、电话、邮箱、需求描述，以及申请评估的产品名称，用于与您联系并提供服务。',
    '<strong>产品提交</strong>：公司名称、联系人、邮箱、电话、产品资料和附件，用于审核与收录。审核通过后，产品资料会公开；联系人、邮箱、电话和附件不公开。',
    '<strong>账号</strong>：姓名、邮箱和密码，以及您自愿填写的公司、职位和电话，用于登录。密码只保存无法还原的散列值。',
    '<strong>登录与安全</strong>：登录会话的IP地址和浏览器标识，登录失败的次数，以及账号与后台的操作记录，用于识别异常登录和追查安全问题。',
    '<strong>评估报告</strong>：您填写的产品名称和得分。持有报告链接的人都可以查看，请勿写入个人信息。',
  ),
  heading('二、访问统计与本地存储'),
  points(
    '访问统计不使用Cookie，不记录IP地址。我们用当天有效的随机数对IP地址和浏览器标识作散列，只为统计当天的访客数；随机数和散列值在次日即删除，只留下汇总的次数。',
    '浏览器本地存储只用于登录状态、设备凭据、外观设置、页面缓存，以及尚未提交的表单草稿和评估得分。您可以随时在浏览器中清除。',
    '网站不含广告，也不加载第三方的统计或追踪代码。',
  ),
  heading('三、保存期限'),
  points(
    '咨询、评估申请与产品提交的记录，保存到服务和后续联系不再需要时为止；您可以要求提前删除。',
    '账号信息在账号存续期间保存，注销账号时立即删除；在他人评估项目中已提交的打分不再署名，已签名的报告不变，操作记录为安全目的保留。',
    '邮件正文在发送后最多保存30天，发送记录最多保存180天。',
    '上传后未随表单提交的附件，一天后删除；访问次数的汇总数据保存四年。',
  ),
  heading('四、共享、委托与安全'),
  points(
    '我们不出售个人信息；除法律要求或取得您的同意外，不向第三方提供。',
    '邮件通过我们使用的邮件服务发送，收件人的邮箱和邮件内容会经过该服务。',
    '联系方式只有经授权的工作人员可以查看；后台的修改与导出都会留下记录。',
  ),
  heading('五、您的权利'),
  paragraph(
    `您可以要求查阅、复制、更正或删除您的个人信息，也可以撤回同意；撤回不影响此前已进行的处理。请联系${contactEmail}，我们会在核实身份后答复。登录后，您可以在“账号与安全”中自行修改资料和密码、下载自己的数据、结束其他设备的登录、注销账号。`,
  ),
  heading('六、政策的更新'),
  paragraph('我们修改本政策时，会更新本页面和施行日期。表单提交时同意的版本会随记录一并保存。'),
].join('')

export const DEFAULT_TERMS = [
  paragraph(`本协议由您与${operatorName}（以下称“我们”）就使用${siteName}订立，自${effectiveDate}起施行。`),
  heading('一、服务内容'),
  paragraph('本网站提供企业智能体与AI应用的产品目录、评估方法与工具、选型咨询和社区信息，并接受厂商提交产品资料。'),
  heading('二、产品资料与评估结论'),
  points(
    '产品资料来自公开文档或厂商提交，可能随版本变化；作出采购决定前，请以厂商的最新文件和合同为准。',
    '标注“示例”的产品、人物和案例均为虚构。',
    '评估结论依据公开资料与评估人填写的得分得出，供选型参考，不构成采购建议或承诺。',
    '产品名称与商标归各自权利人所有。',
  ),
  heading('三、您的责任'),
  points(
    '您提交的资料应当真实、合法，您有权提交并许可我们为审核、收录和展示而使用。',
    '请妥善保管账号和密码，不得冒用他人身份，不得干扰网站运行或绕过访问限制。',
    '不得上传违法、侵权或含有恶意程序的内容。我们可以拒绝、下架或删除此类内容。',
  ),
  heading('四、提交产品'),
  points(
    '我们在3个工作日内完成初审，可以要求补充或改写无法核实的表述，也可以不予收录并说明理由。',
    '您可以凭回执号和联系邮箱查询进度，并随时要求更正或下架产品资料。',
  ),
  heading('五、服务的变更与责任'),
  paragraph(
    '我们会尽力保持服务稳定，但不保证服务不中断或资料没有差错。法律规定不得免除的责任，不受本协议影响。个人信息的处理见<a href="/privacy">隐私政策</a>。',
  ),
  heading('六、争议与联系'),
  paragraph(`本协议适用中华人民共和国法律。对本协议有疑问，请联系${contactEmail}。`),
].join('')
