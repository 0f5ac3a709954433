import type { ReactNode } from 'react'

/** Stands where a list would: says that there is nothing, and what to do next. */
export const EmptyPanel = ({ children }: { children: ReactNode }) => (
  <div className="panel px-5 py-10 text-center text-muted">{children}</div>
)
