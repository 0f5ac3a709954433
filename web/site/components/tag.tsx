import type { ReactNode } from 'react'

/** A short label, usually one of several. */
export const Tag = ({ children }: { children: ReactNode }) => (
  <span className="inline-block rounded border border-line bg-sunken px-2 text-xs leading-6 text-muted">
    {children}
  </span>
)
