/**
 * What is in a chunk of its own: pages, and components that few visitors need. Each is imported once, when it is
 * rendered, when the visitor asks for it, or a little earlier.
 */
import { type ComponentType, use, useCallback, useState } from 'react'
import { SITE_MESSAGES } from '#contracts/messages/site.ts'
import { useToast } from './components/toast.tsx'
import { trackLoad } from './pending-loads.ts'

export type LazyImport<Imported> = {
  /** What is imported, once it is loaded. The server loads what it renders at startup, so that rendering never suspends. */
  readonly loaded: Imported | undefined
  /** Imports it, unless it is being imported or loaded. After a failure, the next call tries again. */
  load(): Promise<Imported>
  /** Suspends the component until it is loaded. A failure is thrown on every render until `clearFailedLoads`. */
  useLoaded(): Imported
  /** Has `useLoaded` keep the server's markup until the promise resolves, and then until the import has succeeded. */
  defer(start: Promise<void>): void
}

export function createLazyImport<Imported>(importOnce: () => Promise<Imported>): LazyImport<Imported> {
  let loaded: Imported | undefined
  let loading: Promise<Imported> | undefined
  /** What renders wait for. It stays if it fails, as React would otherwise try again on every render. */
  let rendering: Promise<Imported> | undefined

  async function importPart() {
    try {
      loaded = await importOnce()
      return loaded
    } catch (error) {
      loading = undefined
      throw error
    }
  }

  const load = () => {
    loading ??= importPart()
    return loading
  }

  async function loadForRender() {
    try {
      return await load()
    } catch (error) {
      failedRenders.add(() => {
        rendering = undefined
      })
      throw error
    }
  }

  return {
    get loaded() {
      return loaded
    },
    load,
    useLoaded() {
      if (loaded !== undefined) return loaded
      rendering ??= loadForRender()
      return use(rendering)
    },
    defer(start) {
      rendering = start.then(() => loadWithRetry(load))
    },
  }
}

/** Tries again on each press until it is loaded, as an error must not replace readable markup. */
async function loadWithRetry<Imported>(load: () => Promise<Imported>): Promise<Imported> {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => window.addEventListener('pointerdown', resolve, { once: true }))
    }
  }
}

/** For each import that failed while it was rendered, what lets the next render try again. */
const failedRenders = new Set<() => void>()

export const hasFailedLoads = (): boolean => failedRenders.size > 0

export function clearFailedLoads(): void {
  for (const clear of failedRenders) clear()
  failedRenders.clear()
}

/**
 * Returns a component that isn't part of the page's first load, once it is loaded. `preload` loads it quietly: in an
 * effect, or when the visitor is likely to need it. `load` is for a visitor who waits for it: it shows the progress bar
 * and, if it fails, an error; it returns whether it succeeded. Both try again after a failure.
 */
export function useLazyComponent<Props>(lazyComponent: LazyImport<ComponentType<Props>>) {
  const showToast = useToast()
  const [Component, setComponent] = useState<ComponentType<Props>>()
  const [hasFailed, setHasFailed] = useState(false)

  const preload = useCallback(() => {
    setHasFailed(false)
    lazyComponent.load().then(
      (Loaded) => setComponent(() => Loaded),
      () => setHasFailed(true),
    )
  }, [lazyComponent])

  async function load(): Promise<boolean> {
    try {
      const Loaded = await trackLoad(lazyComponent.load())
      setComponent(() => Loaded)
      return true
    } catch {
      showToast(SITE_MESSAGES.network, 'error')
      return false
    }
  }

  return { Component, hasFailed, load, preload }
}
