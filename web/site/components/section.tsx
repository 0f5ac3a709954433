import type { ReactNode } from 'react'
import { Lead, Phrases } from './phrases.tsx'

type SectionHeadingProps = { title?: string | undefined; lead?: string | undefined; aside?: ReactNode }

type SectionProps = SectionHeadingProps & { id?: string; children: ReactNode }

/** A section's heading, with an optional lead below it and an optional control (`aside`) next to it. */
export function SectionHeading({ title, lead, aside }: SectionHeadingProps) {
  if (!title) return null
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-3 md:mb-8">
      <div>
        <h2 className="text-2xl md:text-[1.75rem]">{title}</h2>
        {lead && <Lead text={lead} className="mt-2" />}
      </div>
      {aside}
    </div>
  )
}

/** A section of a page with its heading. */
export function Section({ id, title, lead, aside, children }: SectionProps) {
  return (
    <section id={id} className="shell py-8 md:py-11">
      <SectionHeading title={title} lead={lead} aside={aside} />
      {children}
    </section>
  )
}

/** The title of a page, below the site's header. */
export function PageTitle({ title, subtitle, children }: { title: string; subtitle?: string; children?: ReactNode }) {
  return (
    <div className="border-b border-line bg-surface">
      <div className="shell py-9 md:py-12">
        <h1 className="text-3xl md:text-4xl">
          <Phrases text={title} />
        </h1>
        {subtitle && <Lead text={subtitle} className="mt-3 text-lg" />}
        {children}
      </div>
    </div>
  )
}
