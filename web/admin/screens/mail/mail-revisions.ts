import type { FormRevisions } from '../../editors/history/form-history.tsx'
import { CONFIG_KEY, listRevisions, loadRevision, REVISIONS_KEY, restoreRevision } from './mail-calls.ts'
import { MAIL_FORM } from './mail-form-fields.ts'
import type { MailValues } from './mail-values.ts'

type StoredMailValues = Awaited<ReturnType<typeof loadRevision>>

/** Lists, loads and restores revisions of the mail settings, which don't include the password. */
export const MAIL_REVISIONS: FormRevisions<MailValues, StoredMailValues> = {
  queryKey: REVISIONS_KEY,
  form: MAIL_FORM,
  list: listRevisions,
  load: loadRevision,
  restore: restoreRevision,
  toStored({ smtpConfig, ...values }) {
    const { password: _, passwordSet: __, ...server } = smtpConfig
    return { smtpConfig: server, ...values }
  },
  emptyMessage: '邮件设置还没有保存过。',
  restoreNote: '历史版本不含密码：服务器、端口或用户名与现在不同时，须重新填写。',
  invalidatedKey: CONFIG_KEY,
}
