import type { ReactNode } from 'react'
import { PreviewPane } from './preview-pane.tsx'

/**
 * Places the preview, if it is open, next to the editor; on a narrow screen in its place. The editor stays mounted when
 * the preview is opened or closed.
 */
export const PreviewLayout = ({ isPreviewing, children }: { isPreviewing: boolean; children: ReactNode }) => (
  <div className={isPreviewing ? 'grid gap-6 xl:grid-cols-2' : ''}>
    <div className={isPreviewing ? 'min-w-0 max-xl:hidden' : ''}>{children}</div>
    {isPreviewing && <PreviewPane />}
  </div>
)
