import { App, Button } from 'antd'
import { ExternalLink, LogOut, Menu, Search } from 'lucide-react'
import { useState } from 'react'
import { identityCalls } from '#contracts/identity/calls.ts'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { PAGES } from '#contracts/paths.ts'
import { call } from '../../shared/call.ts'
import { isCallError } from '../../shared/call-error.ts'
import { ThemeSwitch } from '../../shared/theme-switch.tsx'
import { useMutation } from '../../shared/use-mutation.ts'
import { useConfirm } from '../components/use-confirm.ts'
import { isCommand, useKeyDown } from '../components/use-key-down.ts'
import type { Screen } from '../screens.ts'
import { session, useUser } from '../session/session.ts'
import { hasUnsavedChanges } from '../session/unsaved-changes.ts'
import { Bell } from './bell.tsx'
import { CommandPalette } from './command-palette.tsx'

/** The theme and a link to the site; on a phone they are in the menu, and leave the bar to the title. */
export const SiteButtons = () => (
  <>
    <ThemeSwitch />
    <Button
      title="查看网站"
      type="text"
      size="large"
      href={PAGES.home}
      aria-label="查看网站"
      icon={<ExternalLink className="size-4.5" aria-hidden />}
    />
  </>
)

type TopBarProps = { screens: readonly Screen[]; title: string; onOpenMenu: () => void }

/** The bar above every screen: the menu button, search, the inbox, theme, a link to the site, and sign-out. */
export function TopBar({ screens, title, onOpenMenu }: TopBarProps) {
  const user = useUser()
  const confirm = useConfirm()
  const { message } = App.useApp()
  const [isPaletteOpen, setIsPaletteOpen] = useState(false)
  useKeyDown((event) => {
    if (!isCommand(event, 'k')) return
    event.preventDefault()
    setIsPaletteOpen(true)
  })
  const signOutMutation = useMutation({
    mutationFn: () => call(identityCalls.logout, { keepalive: true }),
    onError: (error) => {
      // With 401, the session had already ended.
      if (!isCallError(error) || error.status !== 401) message.error(SITE_MESSAGES.loggedOutLocally)
    },
    // Signs out locally even if the server is unreachable; then at the company's identity provider, if it began there.
    onSettled(reply) {
      session.signOut()
      if (reply?.data) location.assign(reply.data.providerUrl)
    },
  })
  function confirmSignOut() {
    if (!hasUnsavedChanges()) {
      signOutMutation.mutate()
      return
    }
    confirm({
      title: '有未保存的修改',
      content: '表单中的修改会保存为草稿，下次登录后可以恢复；其他未保存的内容不会保留。',
      okText: '退出登录',
      isDangerous: true,
      cancelText: '继续编辑',
      onOk: () => signOutMutation.mutate(),
    })
  }
  return (
    <header className="flex h-15 shrink-0 items-center gap-1 border-b border-line bg-surface px-2 md:px-6">
      <Button
        type="text"
        className="lg:hidden"
        size="large"
        aria-label="打开菜单"
        icon={<Menu className="size-5" aria-hidden />}
        onClick={onOpenMenu}
      />
      <p className="min-w-0 flex-1 truncate">
        <span className="font-semibold lg:hidden">{title}</span>
        <span className="text-muted max-lg:hidden">欢迎，{user.username || '管理员'}</span>
      </p>

      <Button
        title="搜索（Ctrl或⌘ + K）"
        type="text"
        size="large"
        aria-label="搜索页面与内容"
        icon={<Search className="size-4.5" aria-hidden />}
        onClick={() => setIsPaletteOpen(true)}
      />

      {isPaletteOpen && <CommandPalette screens={screens} onClose={() => setIsPaletteOpen(false)} />}
      <Bell />
      <div className="flex gap-1 max-sm:hidden">
        <SiteButtons />
      </div>

      <Button
        title="退出登录"
        type="text"
        size="large"
        aria-label="退出登录"
        loading={signOutMutation.isPending}
        icon={<LogOut className="size-4.5" aria-hidden />}
        onClick={confirmSignOut}
      />
    </header>
  )
}
