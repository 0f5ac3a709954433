import { useIsFetching } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { isLoading, subscribeToLoads } from '../pending-loads.ts'

/**
 * A progress bar, shown while a page, its data or a dialog is loading and the previous page stays visible. Appears after
 * 100 ms, so that fast navigation doesn't flicker. Before hydration, `data-waiting` in site.css shows the same bar.
 */
export function NavigationProgress() {
  const isPending = useSyncExternalStore(subscribeToLoads, isLoading, () => false)
  const isFetching = useIsFetching() > 0
  if (!isPending && !isFetching) return null
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
