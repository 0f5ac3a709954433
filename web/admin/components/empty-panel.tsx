import type { ReactNode } from 'react'

/** The empty state of a list: says that there is nothing yet, and what to do next. */
export const EmptyPanel = ({ children }: { children: ReactNode }) => (
  <div className="panel px-5 py-10 text-center text-muted">{children}</div>
)
