import { getNumberedTitle, type ReportSectionContent } from './report-section.tsx'

/** The table of contents, with links that work on screen and in a PDF. */
export const ReportContents = ({ sections }: { sections: readonly Pick<ReportSectionContent, 'id' | 'title'>[] }) => (
  <nav aria-label="目录" className="border-b border-line py-4 print:py-2">
    <h2 className="mb-1 text-base print:text-sm">目录</h2>
    <ol className="grid grid-cols-2 gap-x-6 text-sm sm:grid-cols-3 lg:grid-cols-5 print:grid-cols-5 print:text-xs">
      {sections.map(({ id, title }, index) => (
        <li key={id}>
          <a href={`#${id}`} className="inline-flex min-h-11 items-center text-indigo hover:underline print:min-h-0">
            {getNumberedTitle(title, index + 1)}
          </a>
        </li>
      ))}
    </ol>
  </nav>
)
