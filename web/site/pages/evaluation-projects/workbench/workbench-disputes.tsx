import type { Analysis } from '#contracts/evaluation-analysis/analysis.ts'
import { DISPUTED_SPREAD } from '#contracts/rules/evaluation/agreement.ts'
import { DisputeList } from './dispute-list.tsx'
import type { CellRef } from './workbench-data.ts'

type WorkbenchDisputesProps = {
  analysis: Analysis
  /** Whether scores were revised, so that the first round may have had other disputes. */
  isReviewed: boolean
  names: ReadonlyMap<string, string>
  titles: ReadonlyMap<string, string>
  onOpen: (cell: CellRef) => void
}

/** The disputed cells of an analysis. */
export function WorkbenchDisputes({ analysis, isReviewed, ...listProps }: WorkbenchDisputesProps) {
  const { disputed, units } = analysis.agreement
  if (disputed.length === 0)
    return units === 0 ? null : (
      <p className="text-muted">{`${isReviewed ? '复议后' : ''}没有相差超过${DISPUTED_SPREAD}分的评分。`}</p>
    )
  const results = new Map(analysis.candidates.map(({ key, criteria }) => [key, criteria]))
  const disputes = disputed.flatMap(({ candidate, criterion, spread }) => {
    const result = results.get(candidate)?.[criterion]
    return result ? [{ candidate, criterion, spread, min: result.min, max: result.max }] : []
  })
  return <DisputeList disputes={disputes} {...listProps} />
}
