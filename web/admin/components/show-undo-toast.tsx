import { type App, Button } from 'antd'

type Message = ReturnType<typeof App.useApp>['message']

/** Long enough to notice the toast and reach the button. */
const DURATION_SECONDS = 8
/** The key of all toasts with an undo button, so that each replaces the previous one. */
export const UNDO_TOAST_KEY = 'undo'

/** Shows a toast with an undo button, replacing an earlier one. Returns a function that closes the toast. */
export function showUndoToast(message: Message, text: string, onUndo: () => void): () => void {
  const close = () => message.destroy(UNDO_TOAST_KEY)
  message.success({
    key: UNDO_TOAST_KEY,
    duration: DURATION_SECONDS,
    content: (
      <>
        {text}
        <Button
          type="link"
          size="small"
          className="ml-2"
          onClick={() => {
            close()
            onUndo()
          }}
        >
          撤销
        </Button>
      </>
    ),
  })
  return close
}
