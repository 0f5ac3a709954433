import type { ScoreSave } from '#contracts/evaluation-projects/score.ts'
import { CopyButton } from '../../../components/copy-button.tsx'
import { getCellKey } from './score-drafts.ts'

/** The drafts that can't be sent, as text to copy. */
export function UnsentDrafts({ drafts }: { drafts: readonly ScoreSave[] }) {
  if (drafts.length === 0) return null
  const lines = drafts.map(
    ({ candidate, criterion, score, note, links, reason }) =>
      `${candidate} / ${criterion}：${score ?? '未打分'} ${[note, ...links, reason].filter(Boolean).join(' | ')}`,
  )
  return (
    <section aria-label="尚未发送的内容" className="shell pb-10">
      <div className="card p-5">
        <h2 className="text-lg">尚未发送的内容</h2>
        <p className="mt-1 text-sm text-muted">保存在这台设备上，可以复制后发给项目负责人。</p>
        <ul className="my-3 text-sm">
          {drafts.map((draft, index) => (
            <li key={getCellKey(draft)} className="border-t border-line py-2 whitespace-pre-line">
              {lines[index]}
            </li>
          ))}
        </ul>
        <CopyButton text={lines.join('\n')} label="复制" copiedMessage="已复制" />
      </div>
    </section>
  )
}
