import { type ComponentType, use } from 'react'

/** A part of a page that is a chunk of its own: visitors who don't see it don't load it. */
export type SplitPart<Props> = {
  /** Loads it once; the server does so before it renders the first page. */
  load(): Promise<ComponentType<Props>>
  /** Returns it; suspends the caller until it is there. */
  useLoaded(): ComponentType<Props>
}

export function createSplitPart<Props>(loadPart: () => Promise<ComponentType<Props>>): SplitPart<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined
  async function loadOnce() {
    loaded = await loadPart()
    return loaded
  }
  const load = () => {
    loading ??= loadOnce().catch((error: unknown) => {
      // A lost connection: the next visit tries again.
      loading = undefined
      throw error
    })
    return loading
  }
  return { load, useLoaded: () => loaded ?? use(load()) }
}
