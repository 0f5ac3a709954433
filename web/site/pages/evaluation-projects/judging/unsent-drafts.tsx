import { withKeys } from '../../../../shared/with-keys.ts'
import { CopyButton } from '../../../components/copy-button.tsx'

/** The drafts that can't be sent, as text to copy. */
export function UnsentDrafts({ descriptions }: { descriptions: readonly string[] }) {
  if (descriptions.length === 0) return null
  return (
    <section aria-label="尚未发送的内容" className="shell pb-10">
      <div className="card p-5">
        <h2 className="text-lg">尚未发送的内容</h2>
        <p className="mt-1 text-sm text-muted">保存在这台设备上，可以复制后发给项目负责人。</p>
        <ul className="my-3 text-sm">
          {withKeys(descriptions, String).map(({ key, item }) => (
            <li key={key} className="border-t border-line py-2 break-words whitespace-pre-line">
              {item}
            </li>
          ))}
        </ul>
        <CopyButton text={descriptions.join('\n')} label="复制" copiedMessage="已复制" />
      </div>
    </section>
  )
}
