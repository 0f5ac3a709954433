import type { LeadRecord } from '#contracts/leads/lead.ts'
import { LEAD_LABELS } from '#contracts/request-labels.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import { LEAD_KIND_LABELS, LEAD_STATUS_LABELS } from '#contracts/vocabulary.ts'
import type { TableColumn } from '#server/platform/tables/table.ts'

/** The columns of an export. `cell` formats times for people, `value` is ISO text for programs. */
export const LEAD_COLUMNS: readonly TableColumn<LeadRecord>[] = [
  { key: 'createdAt', title: '提交时间', ...createTimeColumn(({ createdAt }) => createdAt) },
  { key: 'kind', title: '类型', cell: ({ kind }) => LEAD_KIND_LABELS[kind], value: ({ kind }) => kind, width: 10 },
  {
    key: 'status',
    title: '状态',
    cell: ({ status }) => LEAD_STATUS_LABELS[status],
    value: ({ status }) => status,
    width: 10,
  },
  { key: 'companyName', title: LEAD_LABELS.companyName, cell: ({ companyName }) => companyName, width: 28 },
  { key: 'contactName', title: LEAD_LABELS.contactName, cell: ({ contactName }) => contactName, width: 12 },
  { key: 'phone', title: LEAD_LABELS.phone, cell: ({ phone }) => phone },
  { key: 'email', title: LEAD_LABELS.email, cell: ({ email }) => email, width: 28 },
  { key: 'productName', title: LEAD_LABELS.productName, cell: ({ productName }) => productName },
  { key: 'requirements', title: LEAD_LABELS.requirements, cell: ({ requirements }) => requirements, width: 60 },
  { key: 'owner', title: '负责人', cell: ({ owner }) => owner?.name ?? null, width: 12 },
  { key: 'dueAt', title: '截止时间', ...createTimeColumn(({ assignment }) => assignment.dueAt) },
  { key: 'notes', title: '备注', cell: ({ notes }) => notes, width: 40 },
  { key: 'contactedAt', title: '首次联系时间', ...createTimeColumn(({ contactedAt }) => contactedAt) },
  { key: 'updatedAt', title: '更新时间', ...createTimeColumn(({ updatedAt }) => updatedAt) },
  { key: 'termsVersion', title: '同意的条款版本', cell: ({ termsVersion }) => termsVersion, width: 14 },
]

function createTimeColumn(getTime: (lead: LeadRecord) => string | null) {
  const cell = (lead: LeadRecord) => {
    const at = getTime(lead)
    return at === null ? null : formatMinuteInShanghai(new Date(at))
  }
  return { cell, value: getTime, width: 18 }
}
