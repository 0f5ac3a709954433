import { useQuery } from '@tanstack/react-query'
import { Alert, Skeleton } from 'antd'
import { Link } from 'react-router'
import { ADMIN_PAGES } from '#contracts/admin-pages.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { fillPlaceholders, listPlaceholders } from '#contracts/rules/legal-placeholders.ts'
import { settingsCalls } from '#contracts/settings/calls.ts'
import { LEGAL_PLACEHOLDERS } from '#contracts/settings/default-legal-texts.ts'
import { SETTING_LABELS, type SettingsPart, type SettingsView } from '#contracts/settings/settings.ts'
import { dataOf } from '../../../shared/call-query.ts'
import { forEditing, queryOf } from '../../calls/query-of.ts'
import { useTwoFactorStatus } from '../../calls/two-factor-status.ts'
import { LoadError } from '../../components/load-error.tsx'
import { useCan } from '../../session/session.ts'
import { AlarmTools } from './alarm-tools.tsx'
import { PartForm } from './part-form.tsx'
import type { OnDirtyChange } from './settings-form.tsx'

type SettingsTabProps = { part: SettingsPart; onDirtyChange: OnDirtyChange }

/** Loads the settings and edits one part of them, below what the part has to say. */
export function SettingsTab({ part, onDirtyChange }: SettingsTabProps) {
  const settingsQuery = useQuery({
    ...forEditing(dataOf(queryOf(settingsCalls.get))),
    refetchOnMount: false,
  })
  if (settingsQuery.isPending)
    return (
      <div className="panel px-5 py-5" aria-busy="true">
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      </div>
    )
  // A failed refetch doesn't replace the form, which may have unsaved input.
  if (settingsQuery.isLoadingError)
    return (
      <LoadError error={settingsQuery.error} fallback={ADMIN_MESSAGES.loadFailed} onRetry={settingsQuery.refetch} />
    )
  return (
    <PartForm part={part} view={settingsQuery.data} title={SETTING_LABELS[part].part} onDirtyChange={onDirtyChange}>
      {(part === 'notifications' || part === 'security') && <MailNotice part={part} view={settingsQuery.data} />}
      {part === 'security' && !settingsQuery.data.security.enableTwoFactor && <TwoFactorNotice />}
      {part === 'alarms' && <AlarmTools />}
      {part === 'legal' && <PlaceholdersNotice view={settingsQuery.data} />}
    </PartForm>
  )
}

/** Leads those who haven't enabled two-factor sign-in there: only who has may require it. */
function TwoFactorNotice() {
  const { data: status } = useTwoFactorStatus()
  const canEdit = useCan('settings:write')
  if (!canEdit || status?.satisfied !== false) return null
  return (
    <Alert
      className="mb-4"
      type="info"
      showIcon
      title="您自己还没有开启两步验证，因此不能要求“后台须两步验证”。"
      action={<Link to={ADMIN_PAGES.account}>去开启两步验证</Link>}
    />
  )
}

/** Lists the placeholders in the legal texts that are not filled in yet. */
function PlaceholdersNotice({ view }: { view: SettingsView }) {
  const { general, legal } = view
  const values = {
    operatorName: legal.operatorName,
    effectiveDate: legal.effectiveDate,
    siteName: general.siteName,
    contactEmail: general.contactEmail,
  }
  const placeholders = listPlaceholders(
    ...[legal.privacyPolicy, legal.terms].map((html) => fillPlaceholders(html, LEGAL_PLACEHOLDERS, values)),
  )
  if (placeholders.length === 0) return null
  return (
    <Alert
      className="mb-4"
      type="warning"
      showIcon
      title={`隐私政策和用户协议里还有待填写的内容：${placeholders.join('、')}`}
      description="运营单位与生效日期在下面填写，联系邮箱在“基本”中填写，保存后自动填入正文。公开前请由法务核对全文。"
    />
  )
}

/** Warns if settings that send email are enabled but email can't be sent. */
function MailNotice({ part, view }: { part: SettingsPart; view: SettingsView }) {
  const systemQuery = useQuery(dataOf(queryOf(settingsCalls.getSystem)))
  const isMailRequired =
    part === 'security' ? view.security.requireEmailVerification : view.notifications.emailNotifications
  // Nothing is shown while the status is unknown.
  const isMailUnavailable = systemQuery.data?.mail.isReady === false
  if (!isMailRequired || !isMailUnavailable) return null
  return (
    <Alert
      className="mb-4"
      type="info"
      showIcon
      title={
        part === 'security' ? '邮件服务尚未启用，注册时不会验证邮箱。' : '邮件服务尚未启用，下面的邮件都不会发送。'
      }
      action={<Link to={ADMIN_PAGES.mail}>去设置邮件</Link>}
    />
  )
}
