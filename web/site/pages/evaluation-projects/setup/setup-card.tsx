import type { ReactNode } from 'react'

/** A section of the setup with its heading. */
export const SetupCard = ({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) => (
  <section aria-label={title} className="card min-w-0 p-5 md:p-6">
    <h2 className="text-xl">{title}</h2>
    {lead && <p className="mt-1 max-w-prose text-sm text-muted">{lead}</p>}
    <div className="mt-4">{children}</div>
  </section>
)
