import { type ComponentType, useState } from 'react'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { trackLoad } from '../pending-loads.ts'
import { useToast } from './toast.tsx'

/**
 * Loads a component on demand. `load` shows the progress bar, returns whether it succeeded, and shows an error if not; call `preload` when the
 * visitor is likely to need the component soon.
 */
export function useOnDemandComponent<Props>(importComponent: () => Promise<ComponentType<Props>>) {
  const showToast = useToast()
  const [Component, setComponent] = useState<ComponentType<Props> | null>(null)

  async function load(): Promise<boolean> {
    try {
      const Loaded = await trackLoad(importComponent())
      setComponent(() => Loaded)
      return true
    } catch {
      showToast(SITE_MESSAGES.network, 'error')
      return false
    }
  }

  return { Component, load, preload: () => void importComponent().catch(() => undefined) }
}
