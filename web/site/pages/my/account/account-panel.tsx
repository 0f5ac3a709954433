import { type ReactNode, type RefObject, useId } from 'react'

type AccountPanelProps = {
  title: string
  /** The heading, which gets the focus if the pressed button has disappeared. */
  headingRef: RefObject<HTMLHeadingElement | null>
  /** Shown next to the heading. */
  aside?: ReactNode
  children: ReactNode
}

/** A section of the account page. */
export function AccountPanel({ title, headingRef, aside, children }: AccountPanelProps) {
  const headingId = useId()
  return (
    <section className="card p-5" aria-labelledby={headingId}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={headingId} ref={headingRef} tabIndex={-1} className="text-lg outline-none">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
