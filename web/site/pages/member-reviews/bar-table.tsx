import type { ReactNode } from 'react'
import { ProportionBar } from './proportion-bar.tsx'

type BarTableProps = { caption: string; heads: readonly [string, string]; children: ReactNode }

/** A table of figures with a bar for each; the heads are for screen readers. */
export const BarTable = ({ caption, heads, children }: BarTableProps) => (
  <table className="mt-3 w-full">
    <caption className="sr-only">{caption}</caption>
    <thead className="sr-only">
      <tr>
        <th scope="col">{heads[0]}</th>
        <td />
        <th scope="col">{heads[1]}</th>
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)

type BarRowProps = {
  label: string
  /** The length of the bar, from 0 to 1. */
  share: number
  figure: string
}

export const BarRow = ({ label, share, figure }: BarRowProps) => (
  <tr className="border-t border-line">
    <th scope="row" className="w-28 py-2 text-left text-sm font-normal whitespace-nowrap">
      {label}
    </th>
    <td className="px-3">
      <ProportionBar share={share} />
    </td>
    <td className="w-12 py-2 text-right text-sm tabular-nums">{figure}</td>
  </tr>
)
