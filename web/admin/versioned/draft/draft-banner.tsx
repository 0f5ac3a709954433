import { Alert, Button } from 'antd'
import { formatMinute } from '../../../shared/formats.ts'
import type { DraftedEdits } from './draft-store.ts'
import { useDraft } from './use-draft.ts'

/** Offers what an earlier visit left unsaved. */
export function DraftBanner({ holder, edits }: { holder: string; edits: DraftedEdits }) {
  const { offered, restore, discard } = useDraft(holder, edits)
  if (!offered) return null
  const isOlder = offered.loaded.version < edits.get().loaded.version
  return (
    <Alert
      type="info"
      showIcon
      title={`有一份未保存的修改，最后编辑于${formatMinute(offered.at)}`}
      description={isOlder ? '此后服务器上的内容已有更新，恢复后保存时会先比较两个版本。' : undefined}
      action={
        <span className="flex gap-2">
          <Button size="small" type="primary" onClick={restore}>
            恢复
          </Button>
          <Button size="small" onClick={discard}>
            放弃
          </Button>
        </span>
      }
    />
  )
}
