import type { ReactNode } from 'react'
import { formatMinute } from '../../shared/formats.ts'
import { useIsHydrated } from './use-is-hydrated.ts'

/** The page's URL and the time of printing, followed by `children`; visible in print only. */
export function PrintedPageUrl({ children }: { children?: ReactNode }) {
  const isHydrated = useIsHydrated()
  if (!isHydrated) return null
  return (
    <p className="mb-3 hidden text-xs break-all print:block">
      {location.href}　打印于{formatMinute(new Date().toISOString())}。{children}
    </p>
  )
}
