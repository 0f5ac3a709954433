import { App } from 'antd'
import type { Revision } from '#contracts/content/revision.ts'
import { ADMIN_MESSAGES } from '#contracts/messages/admin.ts'
import { useMutation } from '../../../shared/use-mutation.ts'
import { describeActionError } from '../../calls/describe-action-error.ts'
import { useConfirm } from '../../components/use-confirm.ts'

type RestoreOptions = {
  /** Restores the version and loads it into the form. Returns the success message. */
  restore: () => Promise<string>
  /** Returns the text of the confirmation. Called when it is shown, since it depends on the form's state. */
  getConfirmationText: () => string
  onRestored: (message: string) => void
  onSettled?: () => unknown
}

export type RevisionRestore = { isPending: boolean; confirmRestore: () => void }

/** Restores an entire version after a confirmation. */
export function useRestore(
  { revision }: Revision,
  { restore, getConfirmationText, onRestored, onSettled }: RestoreOptions,
): RevisionRestore {
  const { message } = App.useApp()
  const confirm = useConfirm()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: restore,
    onSuccess: onRestored,
    onError(error) {
      // The user has declined to confirm the consequences.
      if (error instanceof DOMException) return
      void message.error(describeActionError(error, ADMIN_MESSAGES.actionFailed))
    },
    onSettled: () => onSettled?.(),
  })
  const confirmRestore = () =>
    confirm({
      title: `恢复到第${revision}版？`,
      content: getConfirmationText(),
      okText: '恢复',
      onOk: () => mutateAsync(),
    })
  return { isPending, confirmRestore }
}
