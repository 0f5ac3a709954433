import { type App, Button } from 'antd'

type Message = ReturnType<typeof App.useApp>['message']

/** Long enough to notice the toast and reach the button. */
const DURATION_SECONDS = 8
/** Shared by all toasts, so that each replaces the previous one. */
const TOAST_KEY = 'undo'

/** Shows a toast with an undo button, replacing an earlier one. Returns a function that closes the toast. */
export function showUndoToast(message: Message, text: string, onUndo: () => void): () => void {
  const close = () => message.destroy(TOAST_KEY)
  message.success({
    key: TOAST_KEY,
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
