import { Alert, Button } from 'antd'
import { CONTENT_DRAFT_MESSAGES } from '#contracts/content-drafts/messages.ts'
import { useOpenVersion } from './use-draft-status.ts'

/** Says that a draft doesn't exist, such as after its publication, and leads to what is published. */
export function MissingDraft() {
  const { openPublished } = useOpenVersion()
  return (
    <div className="px-4 py-6 md:px-8">
      <Alert
        type="info"
        showIcon
        role="status"
        title={CONTENT_DRAFT_MESSAGES.notFound}
        action={
          <Button size="small" onClick={openPublished}>
            查看已发布的内容
          </Button>
        }
      />
    </div>
  )
}
