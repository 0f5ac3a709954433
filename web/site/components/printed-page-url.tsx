import type { ReactNode } from 'react'

/**
 * The page's URL and the moment of printing, followed by `children`; visible in print only. The text comes from the
 * inline script (`describePrintedPage`), so that it doesn't depend on hydration.
 */
export const PrintedPageUrl = ({ children }: { children?: ReactNode }) => (
  <p className="printed-page mb-3 hidden text-xs break-all print:block">{children}</p>
)
