import { type ComponentType, useState } from 'react'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { useToast } from './toast.tsx'

/**
 * Loads a component on demand. `load` returns whether it succeeded, and shows an error if not; `preload` may be called
 * when the visitor is likely to need the component.
 */
export function useOnDemandComponent<Props>(importComponent: () => Promise<ComponentType<Props>>) {
  const showToast = useToast()
  const [Part, setPart] = useState<ComponentType<Props> | null>(null)

  async function load(): Promise<boolean> {
    try {
      const Loaded = await importComponent()
      setPart(() => Loaded)
      return true
    } catch {
      showToast(SITE_MESSAGES.network, 'error')
      return false
    }
  }

  return { Part, load, preload: () => void importComponent().catch(() => undefined) }
}
