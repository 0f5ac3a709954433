import type { ReactNode } from 'react'

type FigureRow = { key: string; name: ReactNode; figures: readonly string[] }

type FigureTableProps = {
  label: string
  headings: readonly [name: string, ...figures: string[]]
  rows: readonly FigureRow[]
}

/** The number of rows visible without scrolling. */
const MAX_VISIBLE_ROWS = 10

/** The figures of a chart as a table. */
export function FigureTable({ label, headings, rows }: FigureTableProps) {
  const table = <Table label={label} headings={headings} rows={rows} />
  if (rows.length <= MAX_VISIBLE_ROWS) return table
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
    <section className="max-h-100 overflow-y-auto" aria-label={`${label}表`} tabIndex={0}>
      {table}
    </section>
  )
}

const Table = ({ label, headings: [nameHeading, ...figureHeadings], rows }: FigureTableProps) => (
  <table className="w-full border-collapse text-left" aria-label={label}>
    <thead className="sticky top-0 bg-sunken text-sm text-muted">
      <tr>
        <th scope="col" className="px-3 py-2 font-normal">
          {nameHeading}
        </th>
        {figureHeadings.map((heading) => (
          <th key={heading} scope="col" className="px-3 py-2 text-right font-normal whitespace-nowrap">
            {heading}
          </th>
        ))}
      </tr>
    </thead>
    <tbody className="divide-y divide-line">
      {rows.map(({ key, name, figures }) => (
        <tr key={key}>
          <th scope="row" className="px-3 py-2 font-normal wrap-anywhere">
            {name}
          </th>
          {figures.map((figure, index) => (
            <td key={figureHeadings[index]} className="px-3 py-2 text-right whitespace-nowrap tabular-nums">
              {figure}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
