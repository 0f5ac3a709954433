import { ArrowLeft, Keyboard } from 'lucide-react'
import { joinWithDots } from '#contracts/rules/join-with-dots.ts'
import type { PendingStatus } from '../../../item-autosave.ts'
import type { ReadingState } from './reading-store.ts'

type DeskHeaderProps = {
  index: number
  count: number
  readCount: number
  state: ReadingState
  onHelp: () => void
  onLeave: () => void
}

const BUTTON_CLASS =
  'inline-flex min-h-11 items-center gap-2 rounded-lg px-3 text-sm text-muted hover:bg-sunken hover:text-ink'

/** How far the reader is, and whether everything is saved. It stays in sight. */
export const DeskHeader = ({ index, count, readCount, state, onHelp, onLeave }: DeskHeaderProps) => (
  <header className="z-10 -mx-4 bg-paper px-4 pt-2 sm:sticky sm:top-16">
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <button type="button" className={`${BUTTON_CLASS} -ml-3`} onClick={onLeave}>
        <ArrowLeft className="size-4" aria-hidden />
        离开
      </button>
      <p className="text-sm text-muted tabular-nums">
        {joinWithDots([index < count ? `第${index + 1} / ${count}条` : undefined, `已判定${readCount}`])}
      </p>
      <button type="button" className={`${BUTTON_CLASS} -mr-3 pointer-coarse:hidden`} onClick={onHelp}>
        <Keyboard className="size-4" aria-hidden />
        按键
      </button>
    </div>
    <progress
      className="mt-1 block h-1 w-full appearance-none overflow-hidden rounded-full [&::-moz-progress-bar]:bg-indigo [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-indigo"
      value={readCount}
      max={count}
      aria-label="判定的进度"
    />
    <SaveStatus state={state} />
  </header>
)

const STATUS_TEXTS: Record<PendingStatus, string> = {
  waiting: '保存中……',
  sending: '保存中……',
  offline: '网络不通，已存在这台设备上，恢复后自动发送',
  rejected: '没有保存',
  conflict: '有一条已在另一个窗口判定，请选择保留哪一个',
}
const URGENCY: readonly PendingStatus[] = ['rejected', 'conflict', 'offline', 'sending', 'waiting']

function SaveStatus({ state: { pending, endReason } }: { state: ReadingState }) {
  if (endReason !== null)
    return (
      <p role="alert" className="mt-2 rounded-lg border border-danger px-3.5 py-2 text-sm text-danger">
        {endReason}。已填写的内容仍保存在这台设备上。
      </p>
    )
  const entries = [...pending.values()]
  const status = URGENCY.find((known) => entries.some((entry) => entry.status === known))
  const message = entries.find((entry) => entry.status === 'rejected')?.message
  return (
    <p role="status" className="mt-1 min-h-5 text-right text-xs text-muted">
      {status === undefined ? '自动保存' : joinWithDots([STATUS_TEXTS[status], message])}
    </p>
  )
}
