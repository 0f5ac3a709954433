import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** Returns whether the page is hydrated; false while the server renders and during hydration. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
