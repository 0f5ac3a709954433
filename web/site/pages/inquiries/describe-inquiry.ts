import type { Inquiry, InquiryContents } from '#contracts/inquiries/inquiry.ts'
import type { ReceivedInquiry } from '#contracts/inquiries/received.ts'
import {
  DUE_LABEL,
  INQUIRY_STATUS_LABELS,
  INVITATION_STATUS_LABELS,
  OUTCOME_LABELS,
} from '#contracts/inquiries/statuses.ts'
import { isObject } from '#contracts/rules/is-object.ts'
import { formatMinute } from '../../../shared/formats.ts'
import type { Difference } from '../../../shared/versioned/three-way.ts'
import type { DifferenceDescription } from '../../../shared/versioned/use-conflict-resolution.ts'

export const describeStatus = ({ status, isDue }: Pick<Inquiry, 'status' | 'isDue'>): string =>
  status === 'open' && isDue ? DUE_LABEL : INQUIRY_STATUS_LABELS[status]

/** Describes how far a received inquiry is: what became of it, or of the own answers. */
export function describeReceived({ status, canAnswer, isOpened, outcome }: ReceivedInquiry): string {
  if (outcome) return OUTCOME_LABELS[outcome]
  if (isOpened) return INQUIRY_STATUS_LABELS.opened
  if (status === 'submitted' || status === 'declined') return INVITATION_STATUS_LABELS[status]
  return canAnswer ? '待答复' : '已截止'
}

const FIELD_LABELS: Readonly<Record<string, string>> = {
  title: '标题',
  background: '背景',
  terms: '要求与条件',
  deadline: '截止时间',
  isNamed: '署名',
  secondOpener: '第二位确认人',
  products: '产品',
  questions: '问题',
  hint: '说明',
  isRequired: '必答',
  unit: '单位',
  quantity: '数量',
  kind: '类型',
  attribute: '资料',
}

/** Returns the label of a field's path, such as “如何实施：说明” for `questions.2.hint`. */
export function getInquiryFieldLabel(path: string, { products, questions }: InquiryContents): string {
  const [list = '', index, field] = path.split('.')
  if (index === undefined) return FIELD_LABELS[list] ?? ''
  const item = list === 'questions' ? questions[Number(index)]?.title : products[Number(index)]?.name
  const name = item || `第${Number(index) + 1}个${FIELD_LABELS[list] ?? ''}`
  return field === undefined || field === 'title' ? name : `${name}：${FIELD_LABELS[field] ?? ''}`
}

/** Describes how the user's draft differs from the saved one in a field. */
export function describeInquiryDifference(
  { path, kind, before, after }: Difference,
  mine: InquiryContents,
): DifferenceDescription | undefined {
  const label = getInquiryFieldLabel(path, mine)
  if (kind === 'moved')
    return { label: `${label}的位置`, mine: `第${Number(after) + 1}位`, theirs: `第${Number(before) + 1}位` }
  return { label, mine: formatValue(after, path), theirs: formatValue(before, path) }
}

function formatValue(value: unknown, path: string): string {
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (isObject(value)) return String(value.title ?? value.name ?? '')
  if (path === 'deadline' && typeof value === 'string') return formatMinute(value)
  return value === undefined || value === null || value === '' ? '（无）' : String(value)
}
