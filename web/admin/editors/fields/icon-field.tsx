import { Button, Popover } from 'antd'
import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { ICONS, Icon } from '../../../shared/icon.tsx'
import { useEditor } from '../editor-context.tsx'
import type { Field } from '../form/form-types.ts'
import { FieldFrame } from './field-frame.tsx'
import { useTextAt } from './plain-fields.tsx'

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
function IconGrid({ selected, onSelect, onClose }: IconGridProps) {
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

/** An icon, chosen from a grid. */
export function IconField({ field, path }: { field: Field; path: string }) {
  const { canEdit } = useEditor()
  const [value, setValue] = useTextAt(path)
  const [isOpen, setIsOpen] = useState(false)
  const toggleButton = useRef<HTMLButtonElement>(null)
  const close = () => {
    setIsOpen(false)
    toggleButton.current?.focus()
  }
  return (
    <FieldFrame path={path} label={field.label} hint={field.hint}>
      {(control) => (
        <Popover
          open={isOpen}
          onOpenChange={setIsOpen}
          trigger="click"
          placement="bottomLeft"
          destroyOnHidden
          // Rendered next to its button, so that Tab moves from the button into the grid.
          getPopupContainer={(button) => button.parentElement ?? document.body}
          content={
            <IconGrid
              selected={value}
              onSelect={(name) => {
                setValue(name)
                close()
              }}
              onClose={close}
            />
          }
        >
          <Button
            {...control}
            ref={toggleButton}
            className="w-full justify-between"
            disabled={!canEdit}
            aria-expanded={isOpen}
            aria-haspopup="dialog"
            aria-label={`${field.label}：${value || '未选择'}`}
          >
            <span className="flex min-w-0 items-center gap-2">
              <Icon name={value} className="size-4.5 shrink-0" />
              <span className="truncate">{value || '未选择'}</span>
            </span>
            <ChevronDown className="size-4 shrink-0" aria-hidden />
          </Button>
        </Popover>
      )}
    </FieldFrame>
  )
}
