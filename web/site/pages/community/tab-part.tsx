import type { ReactNode } from 'react'

/** A part of a tab under its own heading. */
export const TabPart = ({
  title,
  lead,
  aside,
  children,
}: {
  title?: string
  lead?: string
  aside?: ReactNode
  children: ReactNode
}) => (
  <section className="mt-12 first:mt-0">
    {title && (
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div>
          <h2 className="text-2xl">{title}</h2>
          {lead && <p className="mt-2 max-w-prose text-muted">{lead}</p>}
        </div>
        {aside}
      </div>
    )}
    {children}
  </section>
)
