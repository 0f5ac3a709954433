import type { ReportData } from '#contracts/evaluation-projects/report.ts'
import { sortScores } from '#contracts/rules/evaluation/sort-scores.ts'
import { formatSize } from '../../../shared/formats.ts'
import { withKeys } from '../../../shared/with-keys.ts'
import { DocumentLink } from '../../components/document-links.tsx'

/** The judges' links and files with their candidate, criterion and judge; files are identified by their hash. */
export function EvidenceList({ data }: { data: ReportData }) {
  const { setup, judges } = data
  const criterionTitles = new Map(
    setup.groups.flatMap((group) => group.criteria.map((criterion) => [criterion.key, criterion.title])),
  )
  const candidateNames = new Map(setup.candidates.map(({ key, name }) => [key, name]))
  const judgeNames = new Map(judges.map(({ id, name }) => [id, name]))
  const items = sortScores(data).flatMap(({ candidate, criterion, judge, links, files }) => {
    const subject = `${candidateNames.get(candidate) ?? candidate}：${criterionTitles.get(criterion) ?? criterion}，${judgeNames.get(judge) ?? '已移除的评委'}`
    return [
      ...links.map((link) => ({ subject, link, text: '', hash: '' })),
      ...files.map(({ name, size, hash }) => ({ subject, link: '', text: `${name}（${formatSize(size)}）`, hash })),
    ]
  })
  if (items.length === 0) return <p className="text-muted">没有附上链接或文件。</p>
  return (
    <ul className="gap-8 border-y border-line py-2 text-sm md:columns-2 print:columns-2 print:text-xs">
      {withKeys(items, ({ subject, link, text, hash }) => subject + link + text + hash).map(
        ({ key, item: { subject, link, text, hash } }) => (
          <li key={key} className="break-inside-avoid py-2 print:py-1">
            <p className="text-muted">{subject}</p>
            {link ? (
              <DocumentLink
                link={link}
                className="inline-flex items-center gap-1 break-all text-indigo underline print:[&_svg]:hidden"
              >
                {link}
              </DocumentLink>
            ) : (
              <p className="break-all">{text}</p>
            )}
            {hash && <p className="font-mono text-xs break-all text-muted print:text-[0.65rem]">SHA-256 {hash}</p>}
          </li>
        ),
      )}
    </ul>
  )
}
