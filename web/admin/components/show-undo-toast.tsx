import { type App, Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { isFocusLost } from '../../shared/is-focus-lost.ts'
import { focusMain } from './restore-focus.ts'
import { useShortcuts } from './use-shortcuts.ts'

type Message = ReturnType<typeof App.useApp>['message']

type UndoableChange = {
  text: string
  /** How long undo is offered; by default, long enough to notice the toast and reach the button. */
  durationMs?: number
  onUndo: () => void
}

const SECOND_MS = 1_000
const DEFAULT_DURATION_MS = 8 * SECOND_MS
/** The key of all toasts with an undo button, so that each replaces the previous one. */
const UNDO_TOAST_KEY = 'undo'

/**
 * Shows a toast with a button to undo a change, which counts down the seconds that are left, replacing an earlier one.
 * Returns a function that closes the toast.
 */
export function showUndoToast(
  message: Message,
  { text, durationMs = DEFAULT_DURATION_MS, onUndo }: UndoableChange,
): () => void {
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
}

/** The button, which the key U presses as well: the toast is the last in the tab order. */
function UndoButton({ until, onUndo }: { until: number; onUndo: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  const [remainingMs, setRemainingMs] = useState(() => until - Date.now())
  function undo() {
    // The button is removed with the toast.
    if (isFocusLost() || document.activeElement === button.current) focusMain()
    onUndo()
  }
  useShortcuts({ u: undo })
  useEffect(() => {
    const timer = setInterval(() => setRemainingMs(until - Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [until])
  return (
    <Button
      ref={button}
      type="link"
      size="small"
      aria-label="撤销"
      aria-keyshortcuts="u"
      title="撤销（U）"
      className="min-h-11 tabular-nums md:min-h-0"
      onClick={undo}
    >
      撤销（{Math.max(0, Math.ceil(remainingMs / SECOND_MS))}秒）
    </Button>
  )
}
