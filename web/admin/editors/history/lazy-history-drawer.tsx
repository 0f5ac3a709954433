import { type ComponentProps, lazy, Suspense, useState } from 'react'
import type { HistoryDrawer } from './history-drawer.tsx'

const Drawer = lazy(async () => ({ default: (await import('./history-drawer.tsx')).HistoryDrawer }))

/** The version history, loaded when it is first opened. */
export function LazyHistoryDrawer(props: ComponentProps<typeof HistoryDrawer>) {
  const [wasOpened, setWasOpened] = useState(false)
  if (props.isOpen && !wasOpened) setWasOpened(true)
  return <Suspense>{wasOpened && <Drawer {...props} />}</Suspense>
}
