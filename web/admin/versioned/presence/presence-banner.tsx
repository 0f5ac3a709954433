import { Alert, Button } from 'antd'
import { formatMinute } from '../../../shared/formats.ts'
import { useEditorState } from '../../editors/editor-context.tsx'
import { usePresence } from './use-presence.ts'

/** Who else has the document open, and that a newer version was saved. What is typed here is never touched. */
export function PresenceBanner({ onCompare, onLoad }: { onCompare: () => void; onLoad: () => void }) {
  const presence = usePresence()
  const revision = useEditorState((state) => state.loaded.version)
  const isDirty = useEditorState((state) => state.isDirty)
  if (!presence) return null
  const isNewer = presence.revision > revision
  return (
    <>
      {isNewer && (
        <Alert
          type="warning"
          showIcon
          role="status"
          title={`${presence.savedBy ?? '其他管理员'}${presence.savedAt ? `于${formatMinute(presence.savedAt)}` : ''}保存了新版本`}
          description={isDirty ? '您的修改没有受影响。可以先比较两个版本再保存。' : undefined}
          action={
            <Button size="small" onClick={isDirty ? onCompare : onLoad}>
              {isDirty ? '比较两个版本' : '载入新版本'}
            </Button>
          }
        />
      )}
      {presence.editors.length > 0 && (
        <Alert
          type="info"
          showIcon
          role="status"
          title={`${presence.editors.map(({ name }) => name).join('、')}也打开了这份内容`}
        />
      )}
    </>
  )
}
