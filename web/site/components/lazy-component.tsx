import { type ComponentType, use } from 'react'

/** A component in its own chunk, which is only downloaded when it is rendered. */
export type LazyComponent<Props> = {
  /** Loads the component once; the server does so before it renders the first page. */
  load(): Promise<ComponentType<Props>>
  /** Returns the component; suspends the caller until it is loaded. */
  useLoaded(): ComponentType<Props>
}

export function createLazyComponent<Props>(loadComponent: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined
  async function loadOnce() {
    loaded = await loadComponent()
    return loaded
  }
  const load = () => {
    loading ??= loadOnce().catch((error: unknown) => {
      // The connection was lost: the next call retries.
      loading = undefined
      throw error
    })
    return loading
  }
  return { load, useLoaded: () => loaded ?? use(load()) }
}
