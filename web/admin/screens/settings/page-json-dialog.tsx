import { useQuery } from '@tanstack/react-query'
import { Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { DOCUMENT_LABELS, type DocumentKind } from '#contracts/vocabulary.ts'
import { isCallError } from '../../../shared/call-error.ts'
import { LoadErrorAlert } from '../../components/load-error.tsx'
import { useConfirmBeforeClose } from '../../components/use-confirm-before-close.ts'
import { useReturnFocus } from '../../components/use-return-focus.ts'
import { documentQuery } from '../../editors/document-calls.ts'
import { PageJsonEditor } from './page-json-editor.tsx'

type PageJsonDialogProps = { kind: DocumentKind; onClose: () => void }

/** Dialog to edit a page's content as JSON; its body takes 90vh. */
export function PageJsonDialog({ kind, onClose }: PageJsonDialogProps) {
  useReturnFocus()
  const [isDirty, setIsDirty] = useState(false)
  const { data: loaded, isPending, isError, error, refetch } = useQuery(documentQuery(kind))
  const close = useConfirmBeforeClose({
    isDirty,
    onClose,
    title: `关闭${DOCUMENT_LABELS[kind]}的编辑？`,
    consequence: '关闭后，未保存的修改会保存为草稿，下次打开时可以恢复。',
    isSavedAsDraft: true,
  })

  return (
    <Modal
      open
      title={`${DOCUMENT_LABELS[kind]}：编辑JSON`}
      footer={null}
      width="min(75rem, 100vw)"
      style={{ top: 0, maxWidth: '100vw', paddingBottom: 0 }}
      styles={{ container: { padding: '8px 16px' }, body: { height: '90vh' } }}
      mask={{ closable: false }}
      onCancel={close}
    >
      {isPending && <Skeleton active title={false} paragraph={{ rows: 12 }} />}
      {isError && <LoadErrorAlert title={getLoadErrorMessage(error)} onRetry={refetch} />}
      {loaded && <PageJsonEditor kind={kind} loaded={loaded} onDirtyChange={setIsDirty} />}
    </Modal>
  )
}

/** The server's own message isn't shown: the text depends only on whether there was a reply. */
const getLoadErrorMessage = (error: unknown): string =>
  isCallError(error) && error.status === 0 ? ADMIN_MESSAGES.pageEditFailed : ADMIN_MESSAGES.pageLoadFailed
