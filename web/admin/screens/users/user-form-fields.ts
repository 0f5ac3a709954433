import { TEXT } from '#contracts/limits.ts'
import { ROLE_LABELS, ROLES, USER_STATUS_LABELS, USER_STATUSES } from '#contracts/vocabulary.ts'
import type { FieldsByKey } from '../../editors/form/form-types.ts'
import type { UserRecordValues } from './user-form-values.ts'

/** The fields of a user record, which also label the differences between two versions. */
export const USER_FIELDS = {
  name: { key: 'name', label: '姓名', kind: 'text', maxLength: TEXT.word },
  email: { key: 'email', label: '邮箱', kind: 'text', inputMode: 'email', maxLength: 254 },
  role: {
    key: 'role',
    label: '角色',
    kind: 'select',
    options: ROLES.map((value) => ({ value, label: ROLE_LABELS[value] })),
  },
  company: { key: 'company', label: '公司', kind: 'text', maxLength: TEXT.line },
  position: { key: 'position', label: '职位', kind: 'text', maxLength: TEXT.line },
  phone: { key: 'phone', label: '电话', kind: 'text', inputMode: 'tel', maxLength: TEXT.word },
  status: {
    key: 'status',
    label: '状态',
    kind: 'select',
    options: USER_STATUSES.map((value) => ({ value, label: USER_STATUS_LABELS[value] })),
  },
} as const satisfies FieldsByKey<UserRecordValues>
