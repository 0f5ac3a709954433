import type { ReactNode } from 'react'
import { Button } from '../components/buttons.tsx'
import { useAccountDialogs } from './use-account-dialogs.tsx'

/** Buttons that open the dialogs of the signed-in user's profile and password, followed by other links. */
export function AccountButtons({ children }: { children?: ReactNode }) {
  const { show, preload, dialogs } = useAccountDialogs()
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" aria-haspopup="dialog" onPointerEnter={preload} onClick={() => show('profile')}>
          修改资料
        </Button>
        <Button variant="outline" aria-haspopup="dialog" onPointerEnter={preload} onClick={() => show('password')}>
          修改密码
        </Button>
        {children}
      </div>
      {dialogs}
    </>
  )
}
