import type { Seal } from '#contracts/evaluation-projects/seal.ts'
import { PAGES } from '#contracts/paths.ts'
import { describeSeal } from '#contracts/rules/evaluation/seal.ts'
import { formatMinute } from '../../../../shared/formats.ts'
import { CopyButton } from '../../../components/copy-button.tsx'
import { useSite } from '../../../site-context.tsx'

type SealListProps = { projectName: string; seals: readonly Seal[] }

/** All seals of a project's questions, oldest first, with the text for vendors. */
export function SealList({ projectName, seals }: SealListProps) {
  const { publicUrl } = useSite()
  const announced = seals.find(({ isCurrent }) => isCurrent) ?? seals.at(-1)
  return (
    <>
      <ol className="divide-y divide-line border-y border-line text-sm">
        {seals.map(({ hash, sealedAt, questions, openedAt, isCurrent }) => (
          <li key={hash} className="py-2">
            <p className="flex flex-wrap gap-x-4">
              <time dateTime={sealedAt} className="tabular-nums">
                {formatMinute(sealedAt)}
              </time>
              <span>{questions}道题</span>
              <span className={isCurrent ? 'text-indigo' : 'text-muted'}>
                {describeStatus({ openedAt, isCurrent })}
              </span>
            </p>
            <p className="font-mono text-xs break-all text-muted">SHA-256 {hash}</p>
          </li>
        ))}
      </ol>
      {announced && (
        <div className="mt-3">
          <CopyButton
            text={describeSeal(projectName, announced, publicUrl + PAGES.verifyReport)}
            label="复制给厂商的说明"
            copiedMessage="已复制"
          />
        </div>
      )}
    </>
  )
}

function describeStatus({ openedAt, isCurrent }: Pick<Seal, 'openedAt' | 'isCurrent'>): string {
  if (openedAt !== null) return `${formatMinute(openedAt)}随报告公开`
  return isCurrent ? '密封中' : '已失效：此后题目已改动'
}

/** What judges and readers see of the seals; nothing if there are none. */
export function SealCard({ projectName, seals }: SealListProps) {
  if (seals.length === 0) return null
  return (
    <section aria-label="密封的题目" className="card min-w-0 p-4">
      <h2 className="text-lg">密封的题目</h2>
      <p className="mt-1 mb-3 text-sm text-muted">题目与随机数在定稿时随报告公开，届时可核对它们没有改动。</p>
      <SealList projectName={projectName} seals={seals} />
    </section>
  )
}
