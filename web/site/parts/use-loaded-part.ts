import { type ComponentType, useState } from 'react'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { useToast } from './toast.tsx'

/**
 * Loads a part of a page on demand. `ask` returns whether it is loaded, and shows a message if it can't be; `preload`
 * may be called on the first sign of interest.
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
