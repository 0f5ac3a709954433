import { App, Button } from 'antd'
import { useCallback, useEffect, useState } from 'react'

type Undoable = { text: string; durationMs: number; onUndo: () => void }

const SECOND_MS = 1_000
/** Each toast replaces the previous one. */
const KEY = 'undo'

/** Returns a function that shows a toast with a timed undo button. */
export function useTimedUndoToast(): (change: Undoable) => void {
  const { message } = App.useApp()
  return useCallback(
    ({ text, durationMs, onUndo }: Undoable) => {
      const undo = () => {
        message.destroy(KEY)
        onUndo()
      }
      message.open({
        key: KEY,
        type: 'success',
        duration: durationMs / SECOND_MS,
        content: (
          <>
            <span>{text}</span>
            <UndoButton until={Date.now() + durationMs} onUndo={undo} />
          </>
        ),
      })
    },
    [message],
  )
}

function UndoButton({ until, onUndo }: { until: number; onUndo: () => void }) {
  const [left, setLeft] = useState(() => until - Date.now())
  useEffect(() => {
    const timer = setInterval(() => setLeft(until - Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [until])
  return (
    <Button type="link" size="small" aria-label="撤销" className="min-h-11 tabular-nums md:min-h-0" onClick={onUndo}>
      撤销（{Math.max(0, Math.ceil(left / SECOND_MS))}秒）
    </Button>
  )
}
