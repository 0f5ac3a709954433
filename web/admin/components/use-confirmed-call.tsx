import { useCallback } from 'react'
import { isCallError } from '../../shared/call-error.ts'
import { withKeys } from '../../shared/with-keys.ts'
import { useConfirm } from './use-confirm.ts'

/** Sends a call whose consequences for others may have to be confirmed. */
export type ConfirmedCall = <Reply>(send: (isConfirmed: boolean) => Promise<Reply>) => Promise<Reply>

/** What the consequences are, and the buttons that accept and decline them. */
type ConfirmationTexts = { title: string; okText: string; cancelText: string }

const REGISTRATION_TEXTS: ConfirmationTexts = {
  title: '确认对报名者的影响？',
  okText: '知悉并保存',
  cancelText: '返回修改',
}
export const CONTACT_TEXTS: ConfirmationTexts = {
  title: '公开文字里有联系方式，仍要通过？',
  okText: '知悉并通过',
  cancelText: '返回',
}
export const UNSCHEDULE_TEXTS: ConfirmationTexts = {
  title: '保存并取消定时发布？',
  okText: '保存并取消定时',
  cancelText: '返回',
}

/**
 * Returns a function that makes a call, and if the server asks for a confirmation, lists the consequences and repeats the
 * call. Throws a `DOMException` if the user declines; see `isDeclined`.
 */
export function useConfirmedCall({ title, okText, cancelText } = REGISTRATION_TEXTS): ConfirmedCall {
  const confirm = useConfirm()
  return useCallback(
    async (send) => {
      try {
        return await send(false)
      } catch (error) {
        if (!isCallError(error) || error.reason !== 'confirmation-required') throw error
        const messages = error.errors?.map(({ message }) => message) ?? []
        await new Promise<void>((resolve, reject) =>
          confirm({
            title,
            content: <Consequences messages={messages} />,
            okText,
            cancelText,
            // Whoever presses Enter twice has read nothing.
            focused: 'cancel',
            onOk: () => resolve(),
            onCancel: () => reject(new DOMException('The user declined.', 'AbortError')),
          }),
        )
        return send(true)
      }
    },
    [confirm, title, okText, cancelText],
  )
}

function Consequences({ messages }: { messages: readonly string[] }) {
  return (
    <ul className="flex max-h-[50dvh] list-disc flex-col gap-2 overflow-y-auto pl-5">
      {withKeys(messages, String).map(({ key, item }) => (
        <li key={key}>{item}</li>
      ))}
    </ul>
  )
}
