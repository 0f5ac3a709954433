import type { ReactNode } from 'react'

/** A short fact among others of its kind. */
export const Tag = ({ children }: { children: ReactNode }) => (
  <span className="inline-block rounded border border-line bg-sunken px-2 text-xs leading-6 text-muted">
    {children}
  </span>
)
