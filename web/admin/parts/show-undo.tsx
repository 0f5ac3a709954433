import { type App, Button } from 'antd'

type Message = ReturnType<typeof App.useApp>['message']

/** Long enough to see what happened and to reach the button. */
const SHOWN_SECONDS = 8
const KEY = 'undo'

/** Says what was done, with a button that takes it back; one such message stands at a time. Returns what closes it. */
export function showUndo(message: Message, text: string, onUndo: () => void): () => void {
  const close = () => message.destroy(KEY)
  message.success({
    key: KEY,
    duration: SHOWN_SECONDS,
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
