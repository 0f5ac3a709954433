import { Grid, Tabs } from 'antd'
import { type ReactNode, useCallback, useState } from 'react'
import { ADMIN_SCREENS } from '#contracts/admin-pages.ts'
import { can, type Permission } from '#contracts/permissions.ts'
import type { SettingsPart } from '#contracts/settings/settings.ts'
import { ScreenContent, ScreenHeader } from '../../components/screen-header.tsx'
import { useLeaveGuard } from '../../components/use-leave-guard.ts'
import { usePageQuery } from '../../components/use-page-query.ts'
import { useCan, useUser } from '../../session/session.ts'
import { AppDownloadCard } from './app-download-card.tsx'
import { LogoCard } from './logo-card.tsx'
import { PageList } from './page-list.tsx'
import type { OnDirtyChange } from './settings-form.tsx'
import { SettingsTab } from './settings-tab.tsx'
import { SystemPanel } from './system-panel.tsx'

/** The gap between tabs in pixels, with which eight tabs fit next to each other on a phone of 360 px. */
const NARROW_GUTTER_PX = 10

type TabOptions = {
  key: string
  name: string
  /** The permission that it requires; `null` if everyone who may open the screen sees it. */
  permission: Permission | null
  /** The names of its forms, whose unsaved edits its label mentions. */
  forms: readonly string[]
  content: ReactNode
}

/** The settings screen. The open tab is part of the URL; edits on the other tabs are kept. */
export function SettingsScreen() {
  const user = useUser()
  const { query, change } = usePageQuery(ADMIN_SCREENS.settings.parameters)
  const { md: isWide } = Grid.useBreakpoint()
  const { dirtyForms, onDirtyChange } = useDirtyForms()
  useLeaveGuard('settings', { isDirty: dirtyForms.size > 0, isSavedAsDraft: true })

  const createPartTab = (part: SettingsPart, name: string): TabOptions => ({
    key: part,
    name,
    permission: 'settings:read',
    forms: [part],
    content: <SettingsTab part={part} onDirtyChange={onDirtyChange} />,
  })
  const tabs: readonly TabOptions[] = [
    {
      key: 'general',
      name: '基本',
      permission: null,
      forms: ['general', 'app-download'],
      content: <GeneralTab onDirtyChange={onDirtyChange} />,
    },
    createPartTab('security', '安全'),
    createPartTab('notifications', '通知'),
    createPartTab('content', '内容'),
    {
      key: 'operations',
      name: '运维',
      permission: 'settings:read',
      forms: ['backups', 'alarms'],
      content: <OperationsTab onDirtyChange={onDirtyChange} />,
    },
    createPartTab('legal', '协议'),
    { key: 'pages', name: '页面', permission: 'content:read', forms: [], content: <PageList /> },
    { key: 'system', name: '系统', permission: 'settings:read', forms: [], content: <SystemPanel /> },
  ]
  const visibleTabs = tabs.filter(({ permission }) => permission === null || can(user, permission))
  const activeTab = visibleTabs.find(({ key }) => key === query.tab)?.key ?? 'general'

  return (
    <ScreenContent>
      <ScreenHeader
        title={ADMIN_SCREENS.settings.title}
        description="网站的名称与标识、安全、通知与内容规则；每组单独保存，保存后立即生效。"
      />
      <Tabs
        activeKey={activeTab}
        tabBarGutter={isWide ? undefined : NARROW_GUTTER_PX}
        items={visibleTabs.map(({ key, name, forms, content }) => ({
          key,
          label: forms.some((form) => dirtyForms.has(form)) ? `${name}（未保存）` : name,
          children: content,
        }))}
        onChange={(key) => change({ tab: key === 'general' ? '' : key }, { replace: true })}
      />
    </ScreenContent>
  )
}

/** Returns the names of the screen's forms with unsaved edits, and the function by which the forms report them. */
function useDirtyForms(): { dirtyForms: ReadonlySet<string>; onDirtyChange: OnDirtyChange } {
  const [dirtyForms, setDirtyForms] = useState<ReadonlySet<string>>(new Set())
  const onDirtyChange: OnDirtyChange = useCallback((form, isDirty) => {
    setDirtyForms((current) => withForm(current, form, isDirty))
  }, [])
  return { dirtyForms, onDirtyChange }
}

/** Returns the set with or without a form; the same set if nothing changes, so that the screen isn't rendered again. */
function withForm(forms: ReadonlySet<string>, form: string, isIncluded: boolean): ReadonlySet<string> {
  if (forms.has(form) === isIncluded) return forms
  return isIncluded ? forms.union(new Set([form])) : forms.difference(new Set([form]))
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
