import { useId, useState } from 'react'
import type { Conflict } from '#contracts/evaluation-projects/interest.ts'
import type { JudgeCredentials, Judging } from '#contracts/evaluation-projects/score.ts'
import { describeScore } from '#contracts/rules/evaluation/checklist-answers.ts'
import { withKeys } from '../../../../shared/with-keys.ts'
import { DocumentLink } from '../../../components/document-links.tsx'
import { TextAreaField } from '../controlled-fields.tsx'
import { EvidenceLink } from '../evidence-link.tsx'
import { CandidateFacts } from './candidate-facts.tsx'
import { CellAnswerInput } from './cell-answer-input.tsx'
import { CellScoreInput } from './cell-score-input.tsx'
import { CellStatus } from './cell-status.tsx'
import { EvidenceFiles } from './evidence-files.tsx'
import type { JudgingCell } from './judging-cells.ts'
import type { ScoreAutosave } from './score-autosave.ts'
import { SuggestedScores } from './suggested-scores.tsx'
import { VendorAnswers } from './vendor-answers.tsx'

/** The scores of a cell by all judges and from both rounds, which judges can see during the review (复议). */
function OtherScores({ cell, access, judging }: { cell: JudgingCell; access: JudgeCredentials; judging: Judging }) {
  const gradeTitles = new Map(judging.grades.map(({ key, title }) => [key, title]))
  const rows = judging.judges.flatMap((judge) =>
    judging.scores
      .filter((score) => score.judge === judge.id)
      .filter(({ candidate, criterion }) => candidate === cell.candidate && criterion === cell.criterion)
      .toSorted((a, b) => a.round - b.round)
      .map((score) => ({ judge, score })),
  )
  if (rows.length === 0) return <p className="mt-3 text-sm text-muted">还没有评委为这一项打分。</p>
  return (
    <table className="mt-3 w-full text-sm">
      <caption className="mb-1 text-left font-medium">各位评委</caption>
      <thead>
        <tr className="text-left text-muted">
          <th scope="col" className="py-1 font-normal">
            评委
          </th>
          <th scope="col" className="py-1 text-right font-normal whitespace-nowrap">
            分数
          </th>
          <th scope="col" className="min-w-26 py-1 pl-4 font-normal">
            证据与依据
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ judge, score }) => (
          <tr key={`${judge.id} ${score.round}`} className="border-t border-line align-top">
            <th scope="row" className="py-2 text-left font-medium">
              {judge.name}
              <span>{judge.id === judging.judge.id && '（我）'}</span>
              {score.round === 2 && <span className="block font-normal text-muted">复议后</span>}
            </th>
            <td className="py-2 text-right font-semibold tabular-nums">
              {score.score === null && !cell.isChecklist ? '未评' : describeScore(score.score, cell)}
            </td>
            <td className="py-2 pl-4 whitespace-pre-line">
              {[gradeTitles.get(score.grade ?? ''), score.note, score.reason && `理由：${score.reason}`]
                .filter(Boolean)
                .join('；')}
              {score.links.map((link) => (
                <DocumentLink key={link} link={link} className="block break-all text-indigo underline">
                  {link}
                </DocumentLink>
              ))}
              {score.files.map((file) => (
                <EvidenceLink key={file.id} source={{ access }} file={file} />
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type GradeFieldProps = {
  grades: Judging['grades']
  value: string | null
  onChange: (grade: string) => void
  onEnter: () => void
}

/** Selects the grade of the evidence, which limits the score. Enter continues. */
function GradeField({ grades, value, onChange, onEnter }: GradeFieldProps) {
  const name = useId()
  return (
    <fieldset>
      <legend className="text-sm font-medium">最有力的证据</legend>
      <div className="mt-1 grid gap-x-4 sm:grid-cols-2">
        {grades.map(({ key, title, cap }) => (
          <label key={key} className="inline-flex min-h-11 items-center gap-2">
            <input
              type="radio"
              name={name}
              checked={value === key}
              onChange={() => onChange(key)}
              onKeyDown={(event) => {
                if (event.key === 'Enter') onEnter()
              }}
            />
            <span>
              {title} <span className="text-sm text-muted tabular-nums">最高计{cap}分</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type LinksFieldProps = { links: readonly string[]; onChange: (links: string[]) => void }

/** Edits a list of links as a text with one per line. The typed text is shown until the list changes otherwise. */
function LinksField({ links, onChange }: LinksFieldProps) {
  const [typedText, setTypedText] = useState('')
  const linksText = links.join('\n')
  return (
    <TextAreaField
      label="链接"
      hint="每行一个，最多10个。"
      rows={2}
      maxLength={null}
      value={parseLinks(typedText).join('\n') === linksText ? typedText : linksText}
      onChange={(text) => {
        setTypedText(text)
        onChange(parseLinks(text))
      }}
    />
  )
}

/** Returns the links of a text, one per line. */
const parseLinks = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

type CellCardProps = {
  cell: JudgingCell
  access: JudgeCredentials
  judging: Judging
  autosave: ScoreAutosave
  canScore: boolean
  /** Why the judge is barred from the candidate. */
  conflict: Conflict | undefined
  /** Whether the judge has just moved to this card, whose beginning is then shown. */
  isFocused: boolean
  onNext: () => void
  onReload: () => Promise<void>
}

/** The card to score a candidate by a criterion: what to check, the score with its evidence, and the save status. */
export function CellCard(props: CellCardProps) {
  const { cell, access, judging, autosave, canScore, conflict, isFocused, onNext, onReload } = props
  const savedScore = autosave.getState().saved.get(cell.key)
  return (
    <section aria-label={`${cell.criterionTitle}：${cell.candidateName}`} className="card min-w-0 p-5 md:p-6">
      <p className="text-sm text-muted">{cell.group}</p>
      <h2 ref={isFocused ? showCard : null} tabIndex={-1} className="scroll-mt-28 text-xl outline-none">
        {cell.criterionTitle}
      </h2>
      <p className="mt-1 text-lg">{cell.candidateName}</p>
      {cell.description && <p className="mt-2 max-w-prose text-muted">{cell.description}</p>}
      {cell.evidence.length > 0 && <AcceptedEvidence evidence={cell.evidence} />}
      {conflict && (
        <p role="note" className="mt-3 rounded-lg border border-line bg-sunken px-4 py-3">
          您对“{conflict.name}”回避：{conflict.reason}。不能为它打分、提供证据与登记试次；此前的评分留在记录中，不计入。
        </p>
      )}
      <CandidateFacts cell={cell} />
      <VendorAnswers candidate={cell.candidate} vendorAnswers={judging.vendorAnswers} grades={judging.grades} />
      {judging.hasAllScores && <OtherScores cell={cell} access={access} judging={judging} />}
      <fieldset disabled={!canScore} className="mt-4 grid min-w-0 gap-5">
        <legend className="sr-only">评分</legend>
        {canScore && !cell.isChecklist && <SuggestedScores cell={cell} judging={judging} autosave={autosave} />}
        <ScoreFields cell={cell} grades={judging.grades} autosave={autosave} onNext={onNext} />
        <LinksField links={autosave.get(cell).links} onChange={(links) => autosave.edit(cell, { links })} />
      </fieldset>
      <div className="mt-5">
        <EvidenceFiles
          cell={cell}
          access={access}
          autosave={autosave}
          files={savedScore?.files ?? []}
          canChange={canScore}
          onReload={onReload}
        />
      </div>
      <CellStatus cell={cell} autosave={autosave} />
    </section>
  )
}

/** Focuses the heading of a card, which on a narrow screen is far above the buttons that open it. */
function showCard(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView({ block: 'nearest' })
}

type ScoreFieldsProps = Pick<CellCardProps, 'cell' | 'autosave' | 'onNext'> & { grades: Judging['grades'] }

/** The score, the grade of its evidence, and the reasons. */
function ScoreFields({ cell, grades, autosave, onNext }: ScoreFieldsProps) {
  const draft = autosave.get(cell)
  return (
    <>
      {cell.isChecklist ? (
        <CellAnswerInput value={draft.score} onChange={(score) => autosave.edit(cell, { score })} onEnter={onNext} />
      ) : (
        <CellScoreInput value={draft.score} onChange={(score) => autosave.edit(cell, { score })} onEnter={onNext} />
      )}
      <GradeField
        grades={grades}
        value={draft.grade}
        onChange={(grade) => autosave.edit(cell, { grade })}
        onEnter={onNext}
      />
      {autosave.needsReason(cell) && (
        <TextAreaField
          label="修改理由"
          isRequired
          hint="第一轮评分留在记录中。"
          rows={2}
          value={draft.reason}
          onChange={(reason) => autosave.edit(cell, { reason })}
        />
      )}
      <TextAreaField label="依据" rows={3} value={draft.note} onChange={(note) => autosave.edit(cell, { note })} />
    </>
  )
}

const AcceptedEvidence = ({ evidence }: { evidence: readonly string[] }) => (
  <details className="mt-1 text-sm text-muted">
    <summary className="inline-flex min-h-11 items-center text-indigo hover:underline">可用的证据</summary>
    <ul className="list-disc pl-5">
      {withKeys(evidence, String).map(({ key, item }) => (
        <li key={key}>{item}</li>
      ))}
    </ul>
  </details>
)
