import type { Attendee } from '#contracts/events/registration.ts'
import { REGISTRATION_STATUS_LABELS } from '#contracts/events/statuses.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import type { TableColumn } from '#server/platform/tables/table.ts'

/** The columns of an export of attendees. */
export const ATTENDEE_COLUMNS: readonly TableColumn<Attendee>[] = [
  { key: 'name', title: '姓名', cell: ({ name }) => name, width: 12 },
  { key: 'company', title: '公司', cell: ({ company }) => company, width: 28 },
  { key: 'position', title: '职务', cell: ({ position }) => position, width: 16 },
  { key: 'phone', title: '电话', cell: ({ phone }) => phone },
  { key: 'email', title: '邮箱', cell: ({ email }) => email, width: 28 },
  {
    key: 'status',
    title: '状态',
    cell: ({ status }) => REGISTRATION_STATUS_LABELS[status],
    value: ({ status }) => status,
    width: 10,
  },
  {
    key: 'registeredAt',
    title: '报名时间',
    cell: ({ registeredAt }) => formatMinuteInShanghai(new Date(registeredAt)),
    value: ({ registeredAt }) => registeredAt,
    width: 18,
  },
]
