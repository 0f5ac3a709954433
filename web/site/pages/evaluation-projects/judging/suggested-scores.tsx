import type { Judging, JudgingSuggestion } from '#contracts/evaluation-projects/score.ts'
import { formatMinute } from '../../../../shared/formats.ts'
import { Button } from '../../../components/buttons.tsx'
import type { JudgingCell } from './judging-cells.ts'
import type { ScoreAutosave } from './score-autosave.ts'

type SuggestedScoresProps = { cell: JudgingCell; judging: Judging; autosave: ScoreAutosave }

/** The scores that follow from the tests of a cell, each with where it is from and a button to accept it. */
export function SuggestedScores({ cell, judging, autosave }: SuggestedScoresProps) {
  const suggestions = judging.suggestions.filter(
    ({ candidate, criterion }) => candidate === cell.candidate && criterion === cell.criterion,
  )
  const titles = new Map(judging.grades.map(({ key, title }) => [key, title]))

  /** Says where the score is from, unless the judge has written reasons. */
  function accept(suggestion: JudgingSuggestion) {
    const { grade, note } = autosave.get(cell)
    autosave.edit(cell, {
      score: suggestion.score,
      grade: suggestion.grade ?? grade,
      ...(suggestion.run && note.trim() === '' && { note: `${describeSource(suggestion)}。` }),
    })
  }

  return suggestions.map((suggestion) => {
    const { score, grade, run } = suggestion
    return (
      <div
        key={run ? 'run' : 'trials'}
        className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-sunken px-4 py-2"
      >
        <p className="min-w-0 text-sm break-words tabular-nums">
          <span>{describeSource(suggestion)}</span>，建议{score}分
          <span className="text-muted">{grade !== null && `（${titles.get(grade) ?? grade}）`}</span>
        </p>
        <Button variant="outline" onClick={() => accept(suggestion)}>
          {run ? '采用实测的建议' : '采用建议'}
        </Button>
      </div>
    )
  })
}

function describeSource({ run, trials, passed }: JudgingSuggestion): string {
  if (!run) return `测试${trials}次，通过${passed}次`
  const name = run.title === '' ? '' : `“${run.title}”`
  return `实测${name}（${formatMinute(run.finishedAt)}结束）判定${trials}次，通过${passed}次`
}
