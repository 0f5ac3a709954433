import type { ReactNode } from 'react'
import { toChineseNumeral } from '#contracts/rules/chinese-numeral.ts'

/** The content of a section of the report. */
export type ReportSectionContent = {
  id: string
  title: string
  content: ReactNode
  /** Whether the section is printed on a new page. */
  isOnNewPage?: boolean
}

/** Returns a section's title with its number, from 1. */
export const getNumberedTitle = (title: string, number: number): string => `${toChineseNumeral(number)}、${title}`

/** A numbered section of the report, the target of its entry in the table of contents. */
export const ReportSection = ({ section, number }: { section: ReportSectionContent; number: number }) => {
  const { id, title, content, isOnNewPage = false } = section
  return (
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
}
