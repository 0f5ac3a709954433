import { Alert, Button } from 'antd'
import type { Presence } from '#contracts/content/revision.ts'
import type { DocumentKind } from '#contracts/vocabulary.ts'
import { formatMinute } from '../../../shared/formats.ts'
import type { VersionedEdits } from '../use-versioned-edits.ts'
import { usePresence } from './use-presence.ts'

type PresenceBannerProps = {
  kind: DocumentKind
  form: Pick<VersionedEdits<unknown>, 'loaded' | 'isDirty' | 'compare' | 'reload'>
  canEdit: boolean
  /** Whether the document's draft is edited, whose versions aren't those of the published one. */
  isDraft: boolean
}

/** Shows who else has the document open, and whether a newer version exists, which can be compared or loaded. */
export function PresenceBanner({ kind, form, canEdit, isDraft }: PresenceBannerProps) {
  const { loaded, isDirty, compare, reload } = form
  const presence = usePresence({ kind, version: loaded.version, canEdit })
  if (!presence) return null
  const hasNewerVersion = !isDraft && presence.revision > loaded.version
  return (
    <>
      {hasNewerVersion && (
        <Alert
          type="warning"
          showIcon
          role="status"
          title={describeNewerVersion(presence)}
          description={isDirty ? '您的修改没有受影响。可以先比较两个版本再保存。' : undefined}
          action={
            <Button size="small" onClick={() => void (isDirty ? compare() : reload())}>
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
      {presence.isOpenElsewhere && (
        <Alert type="info" showIcon role="status" title="您在另一个标签页或设备上也打开了这份内容" />
      )}
    </>
  )
}

function describeNewerVersion({ savedBy, savedAt }: Presence): string {
  const time = savedAt ? `于${formatMinute(savedAt)}` : ''
  return `${savedBy ?? '其他管理员'}${time}保存了新版本`
}
