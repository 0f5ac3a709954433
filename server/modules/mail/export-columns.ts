import { MAIL_KIND_LABELS, MAIL_STATUS_LABELS } from '#contracts/mail/mail.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import type { TableColumn } from '#server/platform/tables/table.ts'
import type { OutboxRow } from './store.ts'

/** The columns of the list of mails for their recipient. Their contents are deleted once they are sent. */
export const OWN_MAIL_COLUMNS: readonly TableColumn<OutboxRow>[] = [
  { key: 'createdAt', title: '时间', cell: ({ createdAt }) => formatMinuteInShanghai(new Date(createdAt)), width: 18 },
  { key: 'kind', title: '种类', cell: ({ kind }) => MAIL_KIND_LABELS[kind], width: 20 },
  { key: 'toEmail', title: '收件地址', cell: ({ toEmail }) => toEmail, width: 30 },
  { key: 'subject', title: '主题', cell: ({ subject }) => subject, width: 60 },
  { key: 'status', title: '状态', cell: ({ status }) => MAIL_STATUS_LABELS[status], width: 12 },
]
