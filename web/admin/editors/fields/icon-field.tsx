import { Button, Popover } from 'antd'
import { ChevronDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { Icon } from '../../../shared/icon.tsx'
import { useEditor } from '../editor-context.tsx'
import type { Field } from '../form/form-types.ts'
import { FieldFrame } from './field-frame.tsx'
import { IconGrid } from './icon-grid.tsx'
import { useTextAt } from './plain-fields.tsx'

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
