import type { ReactNode } from 'react'
import { Button } from '../components/buttons.tsx'
import { useIsHydrated } from '../components/use-is-hydrated.ts'
import { useSession } from '../session/session.ts'
import { useAccountDialogs } from './use-account-dialogs.tsx'

/** Shows `children` to signed-in members, and an invitation with a sign-in button to other visitors. */
export function MembersOnly({ invitation, children }: { invitation: ReactNode; children: ReactNode }) {
  const { user } = useSession()
  const isHydrated = useIsHydrated()
  const { show, preload, dialogs } = useAccountDialogs()
  if (isHydrated && user) return <div key={user._id}>{children}</div>
  return (
    <div className="shell py-10">
      {invitation}
      <div className="mt-6 flex flex-wrap gap-3 noscript:hidden">
        <Button aria-haspopup="dialog" onPointerEnter={preload} onClick={() => show('sign-in')}>
          登录后使用
        </Button>
      </div>
      {dialogs}
    </div>
  )
}
