import { Button } from 'antd'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { ICONS, Icon } from '../../../shared/icon.tsx'

const NAMES = Object.keys(ICONS)
const COLUMNS = 6
const STEP_BY_KEY: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -COLUMNS,
  ArrowDown: COLUMNS,
}

type IconGridProps = { selected: string; onSelect: (name: string) => void; onClose: () => void }

/** A grid of all icons; arrow keys move between them, Esc closes it. */
export function IconGrid({ selected, onSelect, onClose }: IconGridProps) {
  const grid = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const index = Math.max(0, NAMES.indexOf(selected))
    grid.current?.querySelectorAll('button')[index]?.focus()
  }, [selected])

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
    }
    const step = STEP_BY_KEY[event.key]
    if (step === undefined) return
    event.preventDefault()
    const buttons = [...(grid.current?.querySelectorAll('button') ?? [])]
    const focusedIndex = buttons.findIndex((button) => button.matches(':focus'))
    buttons[focusedIndex + step]?.focus()
  }

  return (
    <div
      ref={grid}
      role="dialog"
      aria-label="选择图标"
      className="grid max-h-80 w-72 grid-cols-6 gap-1 overflow-y-auto p-0.5"
      onKeyDown={handleKeyDown}
    >
      {NAMES.map((name) => (
        <Button
          key={name}
          type={name === selected ? 'primary' : 'text'}
          size="large"
          aria-label={name}
          aria-pressed={name === selected}
          title={name}
          icon={<Icon name={name} />}
          onClick={() => onSelect(name)}
        />
      ))}
    </div>
  )
}
