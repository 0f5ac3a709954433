import { useQuery } from '@tanstack/react-query'
import { Alert, Grid, Skeleton, Tabs } from 'antd'
import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import { ADMIN_PAGES, ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { fillPlaceholders, listPlaceholders } from '#contracts/rules/legal-placeholders.ts'
import { LEGAL_PLACEHOLDERS } from '#contracts/settings/default-legal-texts.ts'
import { SETTINGS_PART_LABELS, type SettingsPart, type SettingsView } from '#contracts/settings/settings.ts'
import { LoadError } from '../../components/load-error.tsx'
import { ScreenContent, ScreenHeader } from '../../components/screen-header.tsx'
import { useLeaveGuard } from '../../components/use-leave-guard.ts'
import { usePageQuery } from '../../components/use-page-query.ts'
import { useCan } from '../../session/session.ts'
import { AlarmTools } from './alarm-tools.tsx'
import { AppDownloadCard } from './app-download-card.tsx'
import { LogoCard } from './logo-card.tsx'
import { PageList } from './page-list.tsx'
import { PartForm } from './part-form.tsx'
import { readSettings, readSystem, SETTINGS_KEY, SYSTEM_KEY } from './settings-calls.ts'
import type { OnDirtyChange } from './settings-form.tsx'
import { SystemPanel } from './system-panel.tsx'

/** The gap between tabs in pixels, with which eight tabs fit next to each other on a phone of 360 px. */
const NARROW_GUTTER_PX = 10

/** The settings screen. The open tab is part of the URL; edits on the other tabs are kept. */
export function SettingsScreen() {
  const { query, change } = usePageQuery(ADMIN_SCREENS.settings.parameters)
  const { md } = Grid.useBreakpoint()
  const canReadSettings = useCan('settings:read')
  const canReadContent = useCan('content:read')
  const [dirtyForms, setDirtyForms] = useState<ReadonlySet<string>>(new Set())
  const onDirtyChange: OnDirtyChange = useCallback((form, isDirty) => {
    setDirtyForms((current) => withForm(current, form, isDirty))
  }, [])
  useLeaveGuard('settings', { isDirty: dirtyForms.size > 0, isSavedAsDraft: true })

  const getTabLabel = (name: string, ...forms: string[]) =>
    forms.some((form) => dirtyForms.has(form)) ? `${name}（未保存）` : name
  const createPartTab = (part: SettingsPart, title: string) => ({
    key: part,
    label: getTabLabel(title, part),
    children: <SettingsTab part={part} onDirtyChange={onDirtyChange} />,
  })
  const tabs = [
    {
      key: 'general',
      label: getTabLabel('基本', 'general', 'app-download'),
      children: <GeneralTab onDirtyChange={onDirtyChange} />,
    },
    ...(canReadSettings
      ? [
          createPartTab('security', '安全'),
          createPartTab('notifications', '通知'),
          createPartTab('content', '内容'),
          {
            key: 'operations',
            label: getTabLabel('运维', 'backups', 'alarms'),
            children: <OperationsTab onDirtyChange={onDirtyChange} />,
          },
          createPartTab('legal', '协议'),
        ]
      : []),
    ...(canReadContent ? [{ key: 'pages', label: '页面', children: <PageList /> }] : []),
    ...(canReadSettings ? [{ key: 'system', label: '系统', children: <SystemPanel /> }] : []),
  ]
  const activeTab = tabs.find(({ key }) => key === query.tab)?.key ?? 'general'

  return (
    <ScreenContent>
      <ScreenHeader
        title={ADMIN_SCREENS.settings.title}
        description="网站的名称与标识、安全、通知与内容规则；每组单独保存，保存后立即生效。"
      />
      <Tabs
        activeKey={activeTab}
        tabBarGutter={md ? undefined : NARROW_GUTTER_PX}
        items={tabs}
        onChange={(key) => change({ tab: key === 'general' ? '' : key }, { replace: true })}
      />
    </ScreenContent>
  )
}

/** Returns the set with or without a form; the same set if nothing changes, so that the screen isn't rendered again. */
function withForm(forms: ReadonlySet<string>, form: string, isIncluded: boolean): ReadonlySet<string> {
  if (forms.has(form) === isIncluded) return forms
  const next = new Set(forms)
  if (isIncluded) next.add(form)
  else next.delete(form)
  return next
}

function GeneralTab({ onDirtyChange }: { onDirtyChange: OnDirtyChange }) {
  const canReadSettings = useCan('settings:read')
  return (
    <div className="flex flex-col gap-5">
      {canReadSettings && <SettingsTab part="general" onDirtyChange={onDirtyChange} />}
      <LogoCard />
      <AppDownloadCard onDirtyChange={onDirtyChange} />
    </div>
  )
}

/** Alarms and backups share a tab, since nine tabs don't fit next to each other on a phone. */
function OperationsTab({ onDirtyChange }: { onDirtyChange: OnDirtyChange }) {
  return (
    <div className="flex flex-col gap-5">
      <SettingsTab part="alarms" onDirtyChange={onDirtyChange} />
      <SettingsTab part="backups" onDirtyChange={onDirtyChange} />
    </div>
  )
}

function useSettingsQuery() {
  return useQuery({
    queryKey: SETTINGS_KEY,
    queryFn: readSettings,
    // Never refetched while open, which would replace edited values during typing.
    refetchOnReconnect: false,
    refetchOnMount: false,
    gcTime: 0,
  })
}

function SettingsTab({ part, onDirtyChange }: { part: SettingsPart; onDirtyChange: OnDirtyChange }) {
  const settingsQuery = useSettingsQuery()
  if (settingsQuery.isPending)
    return (
      <div className="panel px-5 py-5" aria-busy="true">
        <Skeleton active paragraph={{ rows: 6 }} />
      </div>
    )
  // A failed refetch doesn't replace the form, which may have unsaved input.
  if (settingsQuery.isLoadingError)
    return (
      <LoadError
        error={settingsQuery.error}
        fallback={ADMIN_MESSAGES.loadFailed}
        onRetry={() => settingsQuery.refetch()}
      />
    )
  return (
    <PartForm part={part} view={settingsQuery.data} title={SETTINGS_PART_LABELS[part]} onDirtyChange={onDirtyChange}>
      {(part === 'notifications' || part === 'security') && <MailNotice part={part} view={settingsQuery.data} />}
      {part === 'alarms' && <AlarmTools />}
      {part === 'legal' && <PlaceholdersNotice view={settingsQuery.data} />}
    </PartForm>
  )
}

/** Lists the placeholders in the legal texts that are not filled in yet. */
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

/** Warns if settings that send email are enabled but email can't be sent. */
function MailNotice({ part, view }: { part: SettingsPart; view: SettingsView }) {
  const systemQuery = useQuery({ queryKey: SYSTEM_KEY, queryFn: readSystem })
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
