import { Button } from 'antd'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useRef } from 'react'
import { useShortcuts } from '../components/use-shortcuts.ts'

type QueueButtonsProps = { onMove: (step: 1 | -1) => void }

/** Move to the previous and the next item of a queue. */
export const QueueButtons = ({ onMove }: QueueButtonsProps) => (
  <>
    <Button
      type="text"
      aria-label="上一条"
      aria-keyshortcuts="k"
      icon={<ChevronUp className="size-4" aria-hidden />}
      onClick={() => onMove(-1)}
    />
    <Button
      type="text"
      aria-label="下一条"
      aria-keyshortcuts="j"
      icon={<ChevronDown className="size-4" aria-hidden />}
      onClick={() => onMove(1)}
    />
  </>
)

/** The buttons in the header of a drawer, and their keys. */
export function DrawerQueueButtons({ onMove }: QueueButtonsProps) {
  const group = useRef<HTMLDivElement>(null)
  function move(step: 1 | -1) {
    // The focus may be in the form of the item, which another one replaces.
    group.current?.querySelector<HTMLElement>(`:scope > :${step === 1 ? 'last' : 'first'}-child`)?.focus()
    onMove(step)
  }
  useShortcuts({ j: () => move(1), k: () => move(-1) }, group)
  return (
    <div ref={group} className="flex">
      <QueueButtons onMove={move} />
    </div>
  )
}

/** The keys of a queue whose items open in a drawer, shown on devices with a keyboard. */
export const QueueHint = ({ itemName }: { itemName: string }) => (
  <p className="pb-3 text-sm text-muted max-md:hidden">
    打开{itemName}后，按 <kbd>J</kbd>、<kbd>K</kbd> 切换到下一条、上一条；在多行文字中按 <kbd>Ctrl</kbd>+
    <kbd>Enter</kbd> 提交。
  </p>
)
