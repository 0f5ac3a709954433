import type { JudgeCredentials, Judging } from '#contracts/evaluation-projects/score.ts'
import { DocumentLink } from '../../../components/document-links.tsx'
import { EvidenceLink } from '../evidence-link.tsx'
import type { Cell } from './score-drafts.ts'

/** The scores of a cell by all judges and from both rounds, which judges can see during the review (复议). */
export function OtherScores({ cell, access, judging }: { cell: Cell; access: JudgeCredentials; judging: Judging }) {
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
            <td className="py-2 text-right font-semibold tabular-nums">{score.score ?? '未评'}</td>
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
