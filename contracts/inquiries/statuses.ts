/** The enums of inquiries. Without Zod, to keep pages small. */

/** `open` means that vendors are invited; whether they can still answer depends on the deadline. */
export const INQUIRY_STATUSES = ['draft', 'open', 'opened', 'closed'] as const
export type InquiryStatus = (typeof INQUIRY_STATUSES)[number]
export const INQUIRY_STATUS_LABELS: Record<InquiryStatus, string> = {
  draft: '草稿',
  open: '征询中',
  opened: '已开启',
  closed: '已结束',
}
/** Of an open inquiry whose deadline has passed. */
export const DUE_LABEL = '已截止，待开启'

/**
 * What has become of an invitation. `planned`: saved in a draft. `blocked`: the address refuses inquiries. `unsent`: the
 * address has got too many invitations today.
 */
export const INVITATION_STATUSES = [
  'planned',
  'sent',
  'unsent',
  'blocked',
  'viewed',
  'answering',
  'submitted',
  'declined',
  'revoked',
] as const
export type InvitationStatus = (typeof INVITATION_STATUSES)[number]
export const INVITATION_STATUS_LABELS: Record<InvitationStatus, string> = {
  planned: '发出后邀请',
  sent: '已邀请',
  unsent: '今天没有发出',
  blocked: '对方不接收',
  viewed: '已打开',
  answering: '填写中',
  submitted: '已提交',
  declined: '不参加',
  revoked: '已撤销',
}

/** `attribute` asks for a fact of the catalogue, `file` only for files, `price` for a unit price in yuan. */
export const QUESTION_KINDS = ['attribute', 'text', 'price', 'file'] as const
export type QuestionKind = (typeof QUESTION_KINDS)[number]
export const QUESTION_KIND_LABELS: Record<QuestionKind, string> = {
  attribute: '产品资料',
  text: '文字说明',
  price: '报价',
  file: '文件',
}

/** What a vendor is told at the end. */
export const OUTCOMES = ['selected', 'notSelected'] as const
export type Outcome = (typeof OUTCOMES)[number]
export const OUTCOME_LABELS: Record<Outcome, string> = { selected: '入选', notSelected: '未入选' }

/** The documents of an inquiry that its owner files. */
export const INQUIRY_DOCUMENTS = ['opening', 'clarifications', 'answers'] as const
export type InquiryDocument = (typeof INQUIRY_DOCUMENTS)[number]
export const INQUIRY_DOCUMENT_LABELS: Record<InquiryDocument, string> = {
  opening: '开启记录',
  clarifications: '澄清记录',
  answers: '回答对照表',
}

/** Where a proposed answer comes from: the public catalogue, or an earlier answer of the same address. */
export const SUGGESTION_SOURCES = ['catalogue', 'earlier'] as const
export const SUGGESTION_SOURCE_LABELS: Record<(typeof SUGGESTION_SOURCES)[number], string> = {
  catalogue: '目录资料',
  earlier: '您以前的回答',
}
