import type { ReactNode } from 'react'

export type FigureRow = { key: string; name: ReactNode; figures: readonly string[] }

type FigureTableProps = {
  label: string
  /** The headings of the table. */
  head: readonly [name: string, ...figures: string[]]
  rows: readonly FigureRow[]
}

/** The number of rows visible without scrolling. */
const ROWS_SHOWN = 10

/** The figures of a chart as a table. */
export function FigureTable({ label, head, rows }: FigureTableProps) {
  const table = <Table label={label} head={head} rows={rows} />
  if (rows.length <= ROWS_SHOWN) return table
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
    <section className="max-h-100 overflow-y-auto" aria-label={`${label}表`} tabIndex={0}>
      {table}
    </section>
  )
}

const Table = ({ label, head: [nameHead, ...figureHeads], rows }: FigureTableProps) => (
  <table className="w-full border-collapse text-left" aria-label={label}>
    <thead className="sticky top-0 bg-sunken text-sm text-muted">
      <tr>
        <th scope="col" className="px-3 py-2 font-normal">
          {nameHead}
        </th>
        {figureHeads.map((head) => (
          <th key={head} scope="col" className="px-3 py-2 text-right font-normal whitespace-nowrap">
            {head}
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
            <td key={figureHeads[index]} className="px-3 py-2 text-right whitespace-nowrap tabular-nums">
              {figure}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
