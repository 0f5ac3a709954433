import { useQuery } from '@tanstack/react-query'
import { Button, Form } from 'antd'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { MAIL_KIND_LABELS, MAIL_KINDS, type MailKind } from '#contracts/mail/mail.ts'
import { listMailIssues, listServerIssues, MAIL_ISSUE_LABELS, type MailIssue } from '#contracts/mail/mail-issues.ts'
import { MAIL_MESSAGES } from '#contracts/mail/messages.ts'
import { settingsCalls } from '#contracts/settings/calls.ts'
import { queryOf } from '../../calls/query-of.ts'
import { LoadError } from '../../components/load-error.tsx'
import { hasPassword, type MailValues } from './mail-values.ts'

type MailChecklistProps = {
  savedValues: MailValues
  /** Focuses a field of the form. */
  onOpen: (path: string) => void
}

/** Lists what prevents emails from being sent with the form's values: first all emails, then emails of one kind. */
export function MailChecklist({ savedValues, onOpen }: MailChecklistProps) {
  const isActive = Form.useWatch<boolean | undefined>('isActive') ?? savedValues.isActive
  const editedSmtpConfig = Form.useWatch<Partial<MailValues['smtpConfig']> | undefined>('smtpConfig')
  const recipients = Form.useWatch<MailValues['recipients'] | undefined>('recipients') ?? savedValues.recipients
  const templates = Form.useWatch<MailValues['templates'] | undefined>('templates') ?? savedValues.templates
  const notificationsQuery = useQuery({
    ...queryOf(settingsCalls.get),
    select: ({ data }) => data.notifications,
  })
  const smtpConfig = { ...savedValues.smtpConfig, ...editedSmtpConfig }
  const passwordSet = hasPassword(smtpConfig, savedValues.smtpConfig)
  const serverIssues = listServerIssues({ isActive, smtpConfig: { ...smtpConfig, passwordSet } })
  // Without the notification settings, it is unknown which mails will be sent.
  const { data: notifications, error } = notificationsQuery

  return (
    <>
      <ServerIssues issues={serverIssues} onOpen={onOpen} />
      {notifications && (
        <MailKinds
          checkedKinds={MAIL_KINDS.map((kind) => ({
            kind,
            issues: listMailIssues(kind, { recipients, templates }, notifications),
          }))}
          isServerReady={serverIssues.length === 0}
          onOpen={onOpen}
        />
      )}
      {!notifications && error && (
        <LoadError error={error} fallback={MAIL_MESSAGES.notificationsFailed} onRetry={notificationsQuery.refetch} />
      )}
    </>
  )
}

type CheckedKind = { kind: MailKind; issues: readonly MailIssue[] }
type MailKindsProps = {
  checkedKinds: readonly CheckedKind[]
  isServerReady: boolean
  onOpen: (path: string) => void
}

/** The kinds of mail that can't be sent, with the reasons, and those that can. */
function MailKinds({ checkedKinds, isServerReady, onOpen }: MailKindsProps) {
  const blockedKinds = checkedKinds.filter(({ issues }) => issues.length > 0)
  const readyKinds = checkedKinds.filter(({ issues }) => issues.length === 0)
  return (
    <>
      {blockedKinds.length > 0 && <BlockedKinds kinds={blockedKinds} onOpen={onOpen} />}
      {/* Initially collapsed, so that the settings themselves stay visible. */}
      <details className="text-sm">
        <summary className="cursor-pointer py-1">
          {blockedKinds.length > 0 && '其余'}
          {readyKinds.length}种邮件{isServerReady ? '会发出' : '已就绪'}
        </summary>
        <ul className={KIND_LIST_CLASS}>
          {readyKinds.map(({ kind }) => (
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

const KIND_LIST_CLASS = 'grid gap-x-8 lg:grid-cols-2'
const KIND_ITEM_CLASS = 'flex min-h-9 flex-wrap items-center justify-between gap-x-3 border-b border-line'

type ServerIssuesProps = { issues: readonly MailIssue[]; onOpen: (path: string) => void }

const ServerIssues = ({ issues, onOpen }: ServerIssuesProps) =>
  issues.length === 0 ? (
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
      {issues.map((issue) => (
        <MailIssueLink key={issue} issue={issue} path={SERVER_FIELD_PATHS[issue]} onOpen={onOpen} />
      ))}
    </div>
  )

type BlockedKindsProps = {
  kinds: readonly CheckedKind[]
  onOpen: (path: string) => void
}

/** Initially collapsed on a phone, whose whole screen the list would fill. */
const BlockedKinds = ({ kinds, onOpen }: BlockedKindsProps) => (
  <details className="text-sm" open={!matchMedia('(width < 48rem)').matches}>
    <summary className="cursor-pointer py-1">{kinds.length}种邮件还不能发出</summary>
    <ul className={KIND_LIST_CLASS}>
      {kinds.map(({ kind, issues }) => (
        <li key={kind} className={KIND_ITEM_CLASS}>
          <span>{MAIL_KIND_LABELS[kind]}</span>
          <span className="flex flex-wrap gap-x-3">
            {issues.map((issue) => (
              <MailIssueLink key={issue} issue={issue} path={findFieldPath(kind, issue)} onOpen={onOpen} />
            ))}
          </span>
        </li>
      ))}
    </ul>
  </details>
)

/** The path of the field that fixes an issue of all emails. */
const SERVER_FIELD_PATHS: Partial<Record<MailIssue, string>> = {
  off: 'isActive',
  host: 'smtpConfig.host',
  sender: 'smtpConfig.fromEmail',
  password: 'smtpConfig.password',
}

/** Returns the path of the field that fixes an issue; `undefined` if the issue is fixed on the settings screen. */
function findFieldPath(kind: MailKind, issue: MailIssue): string | undefined {
  if (issue === 'template') return `templates.${kind}.subject`
  return issue === 'recipients' ? `recipients.${kind}` : SERVER_FIELD_PATHS[issue]
}

type MailIssueLinkProps = { issue: MailIssue; path: string | undefined; onOpen: (path: string) => void }

/** Links to the field, or to the settings screen, where an issue is fixed. */
const MailIssueLink = ({ issue, path, onOpen }: MailIssueLinkProps) =>
  path === undefined ? (
    <Link
      className="flex min-h-8 items-center pointer-coarse:min-h-11"
      to={`${ADMIN_PAGES.settings}?tab=notifications`}
    >
      {MAIL_ISSUE_LABELS[issue]}
    </Link>
  ) : (
    <Button type="link" size="small" className="px-0 text-sm" disabled={false} onClick={() => onOpen(path)}>
      {MAIL_ISSUE_LABELS[issue]}
    </Button>
  )
