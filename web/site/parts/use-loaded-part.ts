import { type ComponentType, useState } from 'react'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { useToast } from './toast.tsx'

/**
 * A part of a page that comes when it is first asked for: `ask` gives whether it is there, and says so if it can't be
 * loaded; `preload` may be called as soon as somebody seems to want it.
 */
export function useLoadedPart<Props>(load: () => Promise<ComponentType<Props>>) {
  const showToast = useToast()
  const [Part, setPart] = useState<ComponentType<Props> | null>(null)

  async function ask(): Promise<boolean> {
    try {
      const Loaded = await load()
      setPart(() => Loaded)
      return true
    } catch {
      showToast(SITE_MESSAGES.network, 'error')
      return false
    }
  }

  return { Part, ask, preload: () => void load().catch(() => undefined) }
}
