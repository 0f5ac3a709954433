import { Button, ConfigProvider } from 'antd'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { isFocusLost } from '../../shared/is-focus-lost.ts'

type MoveButtonsProps = {
  /** The name of the item, which the labels of the buttons contain. */
  name: string
  isFirst: boolean
  isLast: boolean
  onMove: (step: 1 | -1) => void
}

/** Buttons that move an item of a list up and down. Like inputs, they are disabled in a disabled form. */
export function MoveButtons({ name, isFirst, isLast, onMove }: MoveButtonsProps) {
  const { componentDisabled } = ConfigProvider.useConfig()
  const up = useRef<HTMLButtonElement>(null)
  const down = useRef<HTMLButtonElement>(null)
  const pressed = useRef<HTMLButtonElement>(null)

  // The button of an item that has become the first or last one is disabled and would lose the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they determine which button is disabled.
  useEffect(() => {
    const button = pressed.current
    if (button?.disabled && (isFocusLost() || document.activeElement === button))
      (button === up.current ? down : up).current?.focus()
  }, [isFirst, isLast])

  return (
    <span className="flex shrink-0">
      <Button
        ref={up}
        type="text"
        aria-label={`上移${name}`}
        disabled={componentDisabled || isFirst}
        icon={<ArrowUp className="size-4" aria-hidden />}
        onClick={() => {
          pressed.current = up.current
          onMove(-1)
        }}
      />
      <Button
        ref={down}
        type="text"
        aria-label={`下移${name}`}
        disabled={componentDisabled || isLast}
        icon={<ArrowDown className="size-4" aria-hidden />}
        onClick={() => {
          pressed.current = down.current
          onMove(1)
        }}
      />
    </span>
  )
}
