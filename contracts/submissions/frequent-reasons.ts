import { type FormPart, findFactKey, type ReasonPath, toFormPart } from './form-parts.ts'

/** What reviewers often ask for, by part of the form; they are offered while a reason is written, and can be changed. */
const FREQUENT_REASONS: Partial<Record<FormPart, readonly string[]>> = {
  companyName: ['请填写营业执照上的公司全称。'],
  contactEmail: ['请使用企业邮箱。'],
  productName: ['请填写产品的正式名称，不含宣传用语。'],
  productDescription: ['请说明解决什么问题、适用于谁。', '请去掉无法核实的宣传用语。', '请说明适用的规模与前提。'],
  targetUsers: ['请写明行业、部门与岗位。'],
  keyFeatures: ['请逐条列出功能，每条说明能做什么。', '请去掉尚未上线的功能。'],
  deploymentType: ['与产品官网所写的部署方式不一致，请核对。'],
  website: ['网址打不开，请核对。', '请填写产品页面的网址，而不是公司首页。'],
  facts: ['请补充价格与计费方式。', '请补充安全与合规资质。', '请为所填内容注明来源。'],
  screenshots: ['请补充产品界面截图。', '截图不清晰，请重新上传。', '请遮盖截图中的个人信息。'],
  files: ['请补充资质证书。', '文件打不开，请重新上传。'],
}

const FREQUENT_FACT_REASONS = ['请填写这一项。', '与公开资料不一致，请核对。', '请为这一项注明来源。']

/** Returns the frequent reasons about a part or an attribute. */
export const listFrequentReasons = (path: ReasonPath): readonly string[] =>
  findFactKey(path) === undefined ? (FREQUENT_REASONS[toFormPart(path)] ?? []) : FREQUENT_FACT_REASONS
