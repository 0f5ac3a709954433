import { FactValueSchema } from '#contracts/facts/fact-value.ts'
import { type Caller, can } from '#contracts/permissions.ts'
import { SUBMISSION_LABELS } from '#contracts/request-labels.ts'
import { formatFactValue } from '#contracts/rules/facts/value-text.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import type { SubmissionRecord } from '#contracts/submission-review/submission-review.ts'
import { SUBMISSION_STATUS_LABELS } from '#contracts/submissions/statuses.ts'
import type { TableColumn } from '#server/platform/tables/table.ts'

type Column = TableColumn<SubmissionRecord>
type TextField = keyof typeof SUBMISSION_LABELS & keyof SubmissionRecord

const createTextColumn = (key: TextField, width = 20): Column => ({
  key,
  title: SUBMISSION_LABELS[key],
  cell: (record) => record[key],
  width,
})

function createTimeColumn(key: 'createdAt' | 'reviewedAt' | 'updatedAt', title: string): Column {
  const cell = (record: SubmissionRecord) => {
    const timestamp = record[key]
    return timestamp === null ? null : formatMinuteInShanghai(new Date(timestamp))
  }
  return { key, title, cell, value: (record) => record[key], width: 18 }
}

const CONTACTS: readonly Column[] = [
  createTextColumn('contactName', 12),
  createTextColumn('contactPhone'),
  createTextColumn('contactEmail', 28),
]

/**
 * Returns the export columns visible to a caller; `cell` formats times for people, `value` as ISO text for programs.
 */
export const listExportColumns = (caller: Caller): readonly Column[] => [
  createTimeColumn('createdAt', '提交时间'),
  { key: 'receipt', title: '回执号', cell: ({ receipt }) => receipt, width: 24 },
  {
    key: 'status',
    title: '状态',
    cell: ({ status }) => SUBMISSION_STATUS_LABELS[status],
    value: ({ status }) => status,
    width: 10,
  },
  createTextColumn('productName'),
  {
    key: 'update',
    title: '更新的内容',
    cell: ({ update }) => update?.changedFields.map((field) => SUBMISSION_LABELS[field]).join('、') ?? null,
    value: ({ update }) => update,
    width: 20,
  },
  { key: 'category', title: '分类', cell: ({ category }) => category, width: 12 },
  createTextColumn('deploymentType', 12),
  createTextColumn('companyName', 28),
  ...(can(caller, 'contacts:read') ? CONTACTS : []),
  createTextColumn('website', 30),
  createTextColumn('productDescription', 60),
  createTextColumn('targetUsers', 30),
  createTextColumn('keyFeatures', 40),
  createTextColumn('additionalInfo', 40),
  {
    key: 'facts',
    title: '产品资料',
    cell: ({ facts }) => facts.map(formatFact).join('\n'),
    value: ({ facts }) => facts,
    width: 40,
  },
  { key: 'files', title: '附件', cell: ({ files }) => files.map(({ name }) => name).join('、'), width: 30 },
  { key: 'assignee', title: '负责人', cell: ({ assignment }) => assignment.assignee?.name ?? null, width: 12 },
  {
    key: 'dueAt',
    title: '截止时间',
    cell: ({ assignment: { dueAt } }) => dueAt && formatMinuteInShanghai(new Date(dueAt)),
    value: ({ assignment }) => assignment.dueAt,
    width: 18,
  },
  createTimeColumn('reviewedAt', '审核时间'),
  { key: 'reviewedBy', title: '审核人', cell: ({ reviewedBy }) => reviewedBy?.name ?? null, width: 12 },
  { key: 'vendorNotes', title: '审核意见', cell: ({ vendorNotes }) => vendorNotes, width: 40 },
  { key: 'reviewNotes', title: '内部备注', cell: ({ reviewNotes }) => reviewNotes, width: 40 },
  createTimeColumn('updatedAt', '更新时间'),
]

function formatFact(fact: SubmissionRecord['facts'][number]): string {
  const { success, data } = FactValueSchema.safeParse(fact.value)
  return `${fact.label}：${success ? formatFactValue(fact, data) : JSON.stringify(fact.value)}`
}
