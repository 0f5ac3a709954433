/** The sections in which the details of a submission are listed. */
import type { ReactNode } from 'react'

/** The level of the sections' headings. */
export type HeadingLevel = 'h2' | 'h3'

type DetailSectionProps = { title: string; level: HeadingLevel; children: ReactNode }

export const DetailSection = ({ title, level: Heading, children }: DetailSectionProps) => (
  <section>
    <Heading className="border-b border-line pb-2 text-base">{title}</Heading>
    <dl className="grid gap-x-6 gap-y-3 pt-3 sm:grid-cols-2">{children}</dl>
  </section>
)

export const Detail = ({ term, isWide = false, children }: { term: string; isWide?: boolean; children: ReactNode }) => (
  <div className={`min-w-0 ${isWide ? 'sm:col-span-2' : ''}`}>
    <dt className="text-sm text-muted">{term}</dt>
    <dd className="tabular-nums">{children}</dd>
  </div>
)

/** A text of any length, with its line breaks. */
export const LongDetail = ({ term, children }: { term: string; children: string }) => (
  <Detail term={term} isWide>
    <span className="whitespace-pre-line">{children}</span>
  </Detail>
)
