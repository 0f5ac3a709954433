import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { ExternalLink, LogOut, Menu, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { API, PAGES } from '#contracts/paths.ts'
import { callApi } from '../../shared/api.ts'
import type { Screen } from '../screens.ts'
import { session, useUser } from '../session/session.ts'
import { CommandPalette } from './command-palette.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

type TopBarProps = { screens: readonly Screen[]; title: string; onMenu: () => void }

export function TopBar({ screens, title, onMenu }: TopBarProps) {
  const user = useUser()
  const [isJumping, setJumping] = useState(false)
  useJumpKey(() => setJumping(true))
  const leave = useMutation({
    mutationFn: () => callApi(API.logout, { method: 'POST' }),
    // The server may be out of reach; here the person is signed out all the same.
    onSettled: () => session.signOut(),
  })
  return (
    <header className="flex h-15 shrink-0 items-center gap-1 border-b border-line bg-surface px-2 md:px-6">
      <Button
        type="text"
        className="lg:hidden"
        size="large"
        aria-label="打开菜单"
        icon={<Menu className="size-5" aria-hidden />}
        onClick={onMenu}
      />
      <p className="min-w-0 flex-1 truncate">
        <span className="font-semibold lg:hidden">{title}</span>
        <span className="text-muted max-lg:hidden">欢迎，{user.username || '管理员'}</span>
      </p>

      <Button
        title="跳转（Ctrl或⌘ + K）"
        type="text"
        size="large"
        aria-label="跳转到页面或产品"
        icon={<Search className="size-4.5" aria-hidden />}
        onClick={() => setJumping(true)}
      />

      {isJumping && <CommandPalette screens={screens} onClose={() => setJumping(false)} />}
      <ThemeSwitch />

      <Button
        title="查看网站"
        type="text"
        size="large"
        href={PAGES.home}
        aria-label="查看网站"
        icon={<ExternalLink className="size-4.5" aria-hidden />}
      />

      <Button
        title="退出登录"
        type="text"
        size="large"
        aria-label="退出登录"
        loading={leave.isPending}
        icon={<LogOut className="size-4.5" aria-hidden />}
        onClick={() => leave.mutate()}
      />
    </header>
  )
}

/** Ctrl or ⌘ with K. */
function useJumpKey(jump: () => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      jump()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [jump])
}
