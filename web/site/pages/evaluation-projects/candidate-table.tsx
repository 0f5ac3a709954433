import type { ReactNode } from 'react'
import type { ProjectSetup } from '#contracts/evaluation-projects/project.ts'
import { CandidateMark, numberCandidates } from '../../components/candidate-mark.tsx'

type CandidateTableProps = {
  setup: Pick<ProjectSetup, 'candidates'>
  /** How the figures come about. */
  rule: string
  /** What is above the table. */
  notice?: ReactNode
  caption: string
  titles: readonly string[]
  /** Returns the figures of a candidate, and what is said below its name. */
  toCells: (candidate: string) => { cells: readonly string[]; remark: ReactNode }
}

/** The figures of all candidates, one row each. The last column is the result. */
export function CandidateTable({ setup: { candidates }, rule, notice, caption, titles, toCells }: CandidateTableProps) {
  const numbers = numberCandidates(candidates.map(({ key }) => key))
  return (
    <>
      <p className="mb-3 max-w-prose text-sm text-muted print:max-w-none print:text-xs">{rule}</p>
      {notice}
      <div className="min-w-0 overflow-x-auto print:overflow-visible">
        <table className="w-full border-y border-ink text-xs tabular-nums sm:text-sm print:text-xs">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr className="text-muted">
              {['候选', ...titles].map((title) => (
                <th
                  key={title}
                  scope="col"
                  className="py-2 pr-3 text-right font-normal whitespace-nowrap first:text-left last:pr-0"
                >
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {candidates.map(({ key, name }) => {
              const { cells, remark } = toCells(key)
              return (
                <tr key={key} className="border-t border-line align-baseline">
                  <th scope="row" className="py-2 pr-3 text-left font-medium break-words">
                    <CandidateMark index={numbers.get(key)} />
                    {name}
                    {remark}
                  </th>
                  {cells.map((cell, index) => (
                    <td
                      key={titles[index]}
                      className="py-2 pr-3 text-right whitespace-pre last:pr-0 last:font-semibold"
                    >
                      {cell}
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </>
  )
}

/** A line below a candidate's name. */
export const Remark = ({ text }: { text: string }) =>
  text === '' ? null : <span className="block text-xs font-normal whitespace-pre-line text-muted">{text}</span>
