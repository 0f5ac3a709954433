import { App, Button } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import { UNDO_TOAST_KEY } from './show-undo-toast.tsx'

type UndoableChange = { text: string; durationMs: number; onUndo: () => void }

const SECOND_MS = 1_000

/**
 * Returns a function that shows a toast with an undo button, which counts down the seconds that are left, and returns a
 * function that closes the toast.
 */
export function useTimedUndoToast(): (change: UndoableChange) => () => void {
  const { message } = App.useApp()
  return useCallback(
    ({ text, durationMs, onUndo }: UndoableChange) => {
      const close = () => message.destroy(UNDO_TOAST_KEY)
      const undo = () => {
        close()
        onUndo()
      }
      message.open({
        key: UNDO_TOAST_KEY,
        type: 'success',
        duration: durationMs / SECOND_MS,
        content: (
          <>
            <span>{text}</span>
            <UndoButton until={Date.now() + durationMs} onUndo={undo} />
          </>
        ),
      })
      return close
    },
    [message],
  )
}

function UndoButton({ until, onUndo }: { until: number; onUndo: () => void }) {
  const [remainingMs, setRemainingMs] = useState(() => until - Date.now())
  useEffect(() => {
    const timer = setInterval(() => setRemainingMs(until - Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [until])
  return (
    <Button type="link" size="small" aria-label="撤销" className="min-h-11 tabular-nums md:min-h-0" onClick={onUndo}>
      撤销（{Math.max(0, Math.ceil(remainingMs / SECOND_MS))}秒）
    </Button>
  )
}
