import { useMemo } from 'react'
import type { Judging } from '#contracts/evaluation-projects/score.ts'
import { DISPUTED_SPREAD } from '#contracts/rules/evaluation/agreement.ts'
import { listDisputes } from '#contracts/rules/evaluation/list-disputes.ts'
import { DisputeList } from '../workbench/dispute-list.tsx'
import { type Cell, getCellKey } from './score-drafts.ts'

type JudgingDisputesProps = { judging: Judging; onChoose: (key: string) => void }

/** The cells that the judges should discuss during the review (复议), those that differ most first. */
export function JudgingDisputes({ judging, onChoose }: JudgingDisputesProps) {
  const { scores, candidates, groups, grades, interest } = judging
  const disputes = useMemo(
    () => listDisputes({ setup: { candidates, groups, grades }, scores, interest }),
    [candidates, groups, grades, scores, interest],
  )
  const names = new Map(candidates.map(({ key, name }) => [key, name]))
  const titles = new Map(groups.flatMap((group) => group.criteria.map(({ key, title }) => [key, title])))
  return (
    <section aria-label="评委的分歧" className="card min-w-0 p-4">
      <h2 className="text-lg">评委的分歧</h2>
      {disputes.length === 0 ? (
        <p className="mt-1 text-sm text-muted">没有相差超过{DISPUTED_SPREAD}分的评分。</p>
      ) : (
        <>
          <p className="mt-1 mb-3 text-sm text-muted">相差超过{DISPUTED_SPREAD}分的项，差别大的在前。</p>
          <DisputeList
            disputes={disputes}
            names={names}
            titles={titles}
            onOpen={(cell: Cell) => onChoose(getCellKey(cell))}
          />
        </>
      )}
    </section>
  )
}
