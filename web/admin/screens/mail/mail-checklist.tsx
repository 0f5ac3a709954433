import { useQuery } from '@tanstack/react-query'
import { Button, Form } from 'antd'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { MAIL_KIND_LABELS, MAIL_KINDS, type MailKind } from '#contracts/mail/mail.ts'
import { listMailIssues, listServerIssues, MAIL_ISSUE_LABELS, type MailIssue } from '#contracts/mail/mail-issues.ts'
import { settingsCalls } from '#contracts/settings/calls.ts'
import { callAdmin } from '../../calls/call.ts'
import { hasPassword, type MailValues } from './mail-values.ts'

/** The path of the field to correct for each problem that prevents all emails. */
const FIELD_PATHS: Partial<Record<MailIssue, string>> = {
  off: 'isActive',
  host: 'smtpConfig.host',
  sender: 'smtpConfig.fromEmail',
  password: 'smtpConfig.password',
}

/** Returns the path of the field that fixes an problem; `undefined` for settings on another screen. */
function getFieldPath(kind: MailKind, problem: MailIssue): string | undefined {
  if (problem === 'template') return `templates.${kind}.subject`
  return problem === 'recipients' ? `recipients.${kind}` : FIELD_PATHS[problem]
}

const KIND_LIST_CLASS = 'grid gap-x-8 lg:grid-cols-2'
const KIND_ITEM_CLASS = 'flex min-h-9 flex-wrap items-center justify-between gap-x-3 border-b border-line'

type MailChecklistProps = {
  loaded: MailValues
  /** Focuses a field of the form. */
  onOpen: (path: string) => void
}

/** Lists what prevents emails from being sent with the form's values, in general and per kind. */
export function MailChecklist({ loaded, onOpen }: MailChecklistProps) {
  const isActive = Form.useWatch<boolean | undefined>('isActive') ?? loaded.isActive
  const editedSmtpConfig = Form.useWatch<Partial<MailValues['smtpConfig']> | undefined>('smtpConfig')
  const recipients = Form.useWatch<MailValues['recipients'] | undefined>('recipients') ?? loaded.recipients
  const templates = Form.useWatch<MailValues['templates'] | undefined>('templates') ?? loaded.templates
  const notificationsQuery = useQuery({
    queryKey: ['settings', 'notifications'],
    queryFn: async () => (await callAdmin(settingsCalls.get)).data.notifications,
  })
  const smtpConfig = { ...loaded.smtpConfig, ...editedSmtpConfig }
  const passwordSet = hasPassword(smtpConfig, loaded.smtpConfig)
  const serverIssues = listServerIssues({ isActive, smtpConfig: { ...smtpConfig, passwordSet } })
  const kinds = MAIL_KINDS.map((kind) => ({
    kind,
    problems: listMailIssues(kind, { recipients, templates }, notificationsQuery.data),
  }))
  const blocked = kinds.filter(({ problems }) => problems.length > 0)
  const ready = kinds.filter(({ problems }) => problems.length === 0)

  return (
    <>
      {serverIssues.length === 0 ? (
        <p className="flex items-center gap-2 text-sm">
          <CircleCheck className="size-4 shrink-0 text-indigo" aria-hidden />
          服务器设置完整。
        </p>
      ) : (
        <div className="flex flex-wrap items-center gap-x-3 text-sm">
          <span className="flex items-center gap-2 text-danger">
            <CircleAlert className="size-4 shrink-0" aria-hidden />
            邮件不会发出：
          </span>
          {serverIssues.map((problem) => (
            <MailIssueLink key={problem} problem={problem} path={FIELD_PATHS[problem]} onOpen={onOpen} />
          ))}
        </div>
      )}
      {blocked.length > 0 && (
        <div className="text-sm">
          <p className="py-1">{blocked.length}种邮件还不能发出：</p>
          <ul className={KIND_LIST_CLASS}>
            {blocked.map(({ kind, problems }) => (
              <li key={kind} className={KIND_ITEM_CLASS}>
                <span>{MAIL_KIND_LABELS[kind]}</span>
                <span className="flex flex-wrap gap-x-3">
                  {problems.map((problem) => (
                    <MailIssueLink key={problem} problem={problem} path={getFieldPath(kind, problem)} onOpen={onOpen} />
                  ))}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {/* Initially collapsed, so that the settings themselves stay visible. */}
      <details className="text-sm">
        <summary className="cursor-pointer py-1">
          {blocked.length > 0 && '其余'}
          {ready.length}种邮件{serverIssues.length === 0 ? '会发出' : '已就绪'}
        </summary>
        <ul className={KIND_LIST_CLASS}>
          {ready.map(({ kind }) => (
            <li key={kind} className={KIND_ITEM_CLASS}>
              {MAIL_KIND_LABELS[kind]}
              <CircleCheck className="size-4 shrink-0 text-indigo" aria-hidden />
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}

type MailIssueLinkProps = { problem: MailIssue; path: string | undefined; onOpen: (path: string) => void }

/** Links to the field or screen that fixes an problem. */
const MailIssueLink = ({ problem, path, onOpen }: MailIssueLinkProps) =>
  path === undefined ? (
    <Link to={`${ADMIN_PAGES.settings}?tab=notifications`}>{MAIL_ISSUE_LABELS[problem]}</Link>
  ) : (
    <Button type="link" size="small" className="px-0 text-sm" disabled={false} onClick={() => onOpen(path)}>
      {MAIL_ISSUE_LABELS[problem]}
    </Button>
  )
