import type { ReactNode } from 'react'

/** A section of the report; `isOnNewPage` prints it on a new page. */
export type ReportSectionContent = {
  id: string
  title: string
  content: ReactNode
  isOnNewPage?: boolean
}

const NUMERALS = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十'] as const

/** Returns a section's title with its number, from 1 to 10. */
export const getNumberedTitle = (title: string, number: number): string => `${NUMERALS[number - 1] ?? number}、${title}`

/** A numbered section of the report, the target of its entry in the table of contents. */
export const ReportSection = ({
  section: { id, title, content, isOnNewPage = false },
  number,
}: {
  section: ReportSectionContent
  number: number
}) => (
  <section
    id={id}
    aria-labelledby={`${id}-title`}
    className={`mt-10 scroll-mt-24 print:mt-6 ${isOnNewPage ? 'print:mt-0 print:break-before-page' : ''}`}
  >
    <h2 id={`${id}-title`} className="mb-4 text-xl print:mb-2 print:text-lg">
      {getNumberedTitle(title, number)}
    </h2>
    {content}
  </section>
)
