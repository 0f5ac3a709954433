import { useQuery } from '@tanstack/react-query'
import { Alert, Grid, Skeleton, Tabs } from 'antd'
import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import { ADMIN_PAGES, ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { fillPlaceholders, listPlaceholders } from '#contracts/rules/legal-placeholders.ts'
import { LEGAL_PLACEHOLDERS } from '#contracts/settings/default-legal-texts.ts'
import { SETTINGS_PART_LABELS, type SettingsPart, type SettingsView } from '#contracts/settings/settings.ts'
import { LoadFailure } from '../../parts/load-failure.tsx'
import { ScreenContent, ScreenHeader } from '../../parts/screen-header.tsx'
import { usePageQuery } from '../../parts/use-page-query.ts'
import { useUnsaved } from '../../parts/use-unsaved.tsx'
import { useCan } from '../../session/session.ts'
import { AlarmTools } from './alarm-tools.tsx'
import { AppDownloadCard } from './app-download-card.tsx'
import { LogoCard } from './logo-card.tsx'
import { PageList } from './page-list.tsx'
import { PartForm } from './part-form.tsx'
import { readSettings, readSystem, SETTINGS_KEY, SYSTEM_KEY } from './settings-calls.ts'
import { SystemPanel } from './system-panel.tsx'

/** Eight tabs fit next to each other on a phone. */
const NARROW_GUTTER = 12

type OnDirty = (form: string, isDirty: boolean) => void

/**
 * The settings of the site in tabs; the tab is part of the URL. Edits on one tab are kept while another is open.
 */
export function SettingsScreen() {
  const { query, change } = usePageQuery(ADMIN_SCREENS.settings.parameters)
  const { md } = Grid.useBreakpoint()
  const canSeeSettings = useCan('settings:read')
  const canSeeContent = useCan('content:read')
  const [dirty, setDirty] = useState<ReadonlySet<string>>(new Set())
  const onDirty: OnDirty = useCallback((form, isDirty) => {
    setDirty((before) => {
      if (before.has(form) === isDirty) return before
      const next = new Set(before)
      if (isDirty) next.add(form)
      else next.delete(form)
      return next
    })
  }, [])
  useUnsaved('settings', { isDirty: dirty.size > 0, leavesDraft: true })

  const label = (name: string, ...forms: string[]) =>
    forms.some((form) => dirty.has(form)) ? `${name}（未保存）` : name
  const createPartTab = (part: SettingsPart, title: string) => ({
    key: part,
    label: label(title, part),
    children: <SettingsTab part={part} onDirty={onDirty} />,
  })
  const items = [
    { key: 'general', label: label('基本', 'general', 'app-download'), children: <GeneralTab onDirty={onDirty} /> },
    ...(canSeeSettings
      ? [
          createPartTab('security', '安全'),
          createPartTab('notifications', '通知'),
          createPartTab('content', '内容'),
          {
            key: 'operations',
            label: label('运维', 'backups', 'alarms'),
            children: <OperationsTab onDirty={onDirty} />,
          },
          createPartTab('legal', '协议'),
        ]
      : []),
    ...(canSeeContent ? [{ key: 'pages', label: '页面', children: <PageList /> }] : []),
    ...(canSeeSettings ? [{ key: 'system', label: '系统', children: <SystemPanel /> }] : []),
  ]
  const activeTab = items.find(({ key }) => key === query.tab)?.key ?? 'general'

  return (
    <ScreenContent>
      <ScreenHeader
        title="系统设置"
        description="网站的名称与标识、安全、通知与内容规则；每组单独保存，保存后立即生效。"
      />
      <Tabs
        activeKey={activeTab}
        tabBarGutter={md ? undefined : NARROW_GUTTER}
        items={items}
        onChange={(key) => change({ tab: key === 'general' ? '' : key }, { replace: true })}
      />
    </ScreenContent>
  )
}

function GeneralTab({ onDirty }: { onDirty: OnDirty }) {
  const canSeeSettings = useCan('settings:read')
  return (
    <div className="flex flex-col gap-5">
      {canSeeSettings && <SettingsTab part="general" onDirty={onDirty} />}
      <LogoCard />
      <AppDownloadCard onDirty={onDirty} />
    </div>
  )
}

/** One tab for both, since nine don't fit next to each other on a phone. */
function OperationsTab({ onDirty }: { onDirty: OnDirty }) {
  return (
    <div className="flex flex-col gap-5">
      <SettingsTab part="alarms" onDirty={onDirty} />
      <SettingsTab part="backups" onDirty={onDirty} />
    </div>
  )
}

function useSettings() {
  return useQuery({
    queryKey: SETTINGS_KEY,
    queryFn: readSettings,
    // Never refetched while open, which would replace edited values during typing.
    refetchOnReconnect: false,
    refetchOnMount: false,
    gcTime: 0,
  })
}

function SettingsTab({ part, onDirty }: { part: SettingsPart; onDirty: OnDirty }) {
  const settings = useSettings()
  if (settings.isPending)
    return (
      <div className="panel px-5 py-5" aria-busy="true">
        <Skeleton active paragraph={{ rows: 6 }} />
      </div>
    )
  // A failed refetch doesn't replace the form, which may have unsaved input.
  if (settings.isLoadingError)
    return (
      <LoadFailure error={settings.error} fallback={ADMIN_MESSAGES.loadFailed} onRetry={() => settings.refetch()} />
    )
  return (
    <PartForm part={part} view={settings.data} title={SETTINGS_PART_LABELS[part]} onDirty={onDirty}>
      {(part === 'notifications' || part === 'security') && <MailNotice part={part} view={settings.data} />}
      {part === 'alarms' && <AlarmTools />}
      {part === 'legal' && <PlaceholdersNotice view={settings.data} />}
    </PartForm>
  )
}

/** Lists the placeholders that the operator still has to fill in before the legal texts are complete. */
function PlaceholdersNotice({ view: { general, legal } }: { view: SettingsView }) {
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

/** Warns that settings that send email have no effect while email can't be sent. */
function MailNotice({ part, view }: { part: SettingsPart; view: SettingsView }) {
  const system = useQuery({ queryKey: SYSTEM_KEY, queryFn: readSystem })
  const asksForMail =
    part === 'security' ? view.security.requireEmailVerification : view.notifications.emailNotifications
  if (!asksForMail || system.data?.mail.isReady !== false) return null
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
