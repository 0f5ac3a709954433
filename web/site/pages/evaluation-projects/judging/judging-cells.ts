import type { Judging } from '#contracts/evaluation-projects/score.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import type { ScoreAutosave } from './score-autosave.ts'
import { type Cell, getCellKey } from './score-drafts.ts'

/** A cell of the score matrix, a candidate and a criterion, with what the judge has to know about both. */
export type JudgingCell = Cell & {
  key: string
  group: string
  criterionTitle: string
  description: string
  evidence: readonly string[]
  /** Whether it is answered by yes, partly, no or unknown. */
  isChecklist: boolean
  candidateName: string
  productId: string | null
  catalogue: Catalogue | null
}

/** Lists the cells in the order of scoring: all candidates of a criterion before the next criterion. */
export const listCells = ({ groups, candidates }: Pick<Judging, 'groups' | 'candidates'>): JudgingCell[] =>
  groups.flatMap((group) =>
    group.criteria.flatMap((criterion) =>
      candidates.map((candidate) => ({
        candidate: candidate.key,
        criterion: criterion.key,
        key: getCellKey({ candidate: candidate.key, criterion: criterion.key }),
        group: group.title,
        criterionTitle: criterion.title,
        description: criterion.description,
        evidence: criterion.evidence,
        isChecklist: criterion.isChecklist === true,
        candidateName: candidate.name,
        productId: candidate.productId,
        catalogue: candidate.catalogue,
      })),
    ),
  )

/** Returns whether a cell has a score that counts: one with a grade of evidence. */
export const isScored = (autosave: Pick<ScoreAutosave, 'get'>, cell: Cell): boolean => {
  const { score, grade } = autosave.get(cell)
  return score !== null && grade !== null
}
