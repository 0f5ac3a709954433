import { type ComponentType, useEffect, useState } from 'react'

/**
 * Imports a component after the first render, for a part of a page that isn't needed at once. `importComponent` must be
 * the same function on every render. After a failure, `retry` imports it again.
 */
export function useImportedComponent<Props>(importComponent: () => Promise<ComponentType<Props>>) {
  const [Component, setComponent] = useState<ComponentType<Props>>()
  const [hasFailed, setHasFailed] = useState(false)

  useEffect(() => {
    if (hasFailed) return
    importComponent().then(
      (Imported) => setComponent(() => Imported),
      () => setHasFailed(true),
    )
  }, [importComponent, hasFailed])

  return { Component, hasFailed, retry: () => setHasFailed(false) }
}
