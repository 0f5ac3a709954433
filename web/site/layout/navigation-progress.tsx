import { useIsFetching } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { isPageLoading, subscribeToPageLoads } from '../routes.ts'

/**
 * A progress bar, shown while a page or its data is loading and the previous page stays visible. Appears after 100 ms,
 * so that fast navigation doesn't flicker.
 */
export function NavigationProgress() {
  const isLoading = useSyncExternalStore(subscribeToPageLoads, isPageLoading, () => false)
  const isFetching = useIsFetching() > 0
  if (!isLoading && !isFetching) return null
  return (
    <div
      role="progressbar"
      aria-label="正在加载"
      className="fixed inset-x-0 top-0 z-50 h-1 animate-[appear_0s_100ms_both] overflow-hidden bg-indigo-tint"
      data-print="none"
    >
      <div className="h-full w-1/3 animate-[pass_1.2s_ease-in-out_infinite] bg-indigo motion-reduce:w-full" />
    </div>
  )
}
