import { type App, Button } from 'antd'

type Message = ReturnType<typeof App.useApp>['message']

/** Long enough to notice the message and reach the button. */
const DURATION_SECONDS = 8
const KEY = 'undo'

/** Shows a message with an undo button, replacing an earlier one. Returns a function that closes it. */
export function showUndoToast(message: Message, text: string, onUndo: () => void): () => void {
  const close = () => message.destroy(KEY)
  message.success({
    key: KEY,
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
