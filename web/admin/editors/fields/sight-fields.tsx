/** Colours and icons, chosen by what they look like. */
import { Button, Popover } from 'antd'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { COLORS, type Color } from '#contracts/vocabulary.ts'
import { ICONS, Icon } from '../../../shared/icon.tsx'
import { toneClass } from '../../../shared/tone.ts'
import { useEditor } from '../editor-context.tsx'
import type { Field } from '../form/form-types.ts'
import { FieldFrame } from './field-frame.tsx'
import { useTextAt } from './plain-fields.tsx'

const COLOR_NAMES: Record<Color, string> = {
  blue: '蓝',
  green: '绿',
  purple: '紫',
  orange: '橙',
  red: '红',
  yellow: '黄',
  gray: '灰',
}

export function ColorField({ field, path }: { field: Field; path: string }) {
  const { canEdit } = useEditor()
  const [value, setValue] = useTextAt(path)
  const chosen = value || 'blue'
  return (
    <FieldFrame path={path} label={field.label} hint={field.hint} isGroup>
      {(control) => (
        <span className="flex flex-wrap gap-1">
          {COLORS.map((name) => (
            <label
              key={name}
              className={`${toneClass(name)} relative inline-flex size-10 cursor-pointer items-center justify-center rounded-lg border bg-tone text-sm text-tone has-focus-visible:outline-2 has-focus-visible:outline-indigo ${
                name === chosen ? 'border-2 border-current font-semibold' : 'border-tone'
              }`}
            >
              <input
                type="radio"
                className="absolute inset-0 m-0 cursor-pointer opacity-0"
                name={control.id}
                id={name === chosen ? control.id : undefined}
                aria-label={`${COLOR_NAMES[name]}色`}
                checked={name === chosen}
                disabled={!canEdit}
                onChange={() => setValue(name)}
              />
              {COLOR_NAMES[name]}
            </label>
          ))}
        </span>
      )}
    </FieldFrame>
  )
}

export function IconField({ field, path }: { field: Field; path: string }) {
  const { canEdit } = useEditor()
  const [value, setValue] = useTextAt(path)
  const [isOpen, setOpen] = useState(false)
  const choose = (name: string) => {
    setValue(name)
    setOpen(false)
  }
  return (
    <FieldFrame path={path} label={field.label} hint={field.hint}>
      {(control) => (
        <Popover
          open={isOpen}
          onOpenChange={setOpen}
          trigger="click"
          placement="bottomLeft"
          destroyOnHidden
          content={
            <fieldset
              className="m-0 grid max-h-80 w-72 grid-cols-6 gap-1 overflow-y-auto border-0 p-0"
              aria-label="选择图标"
            >
              {Object.keys(ICONS).map((name) => (
                <Button
                  key={name}
                  type={name === value ? 'primary' : 'text'}
                  size="large"
                  aria-label={name}
                  aria-pressed={name === value}
                  title={name}
                  icon={<Icon name={name} />}
                  onClick={() => choose(name)}
                />
              ))}
            </fieldset>
          }
        >
          <Button
            {...control}
            className="w-full justify-between"
            disabled={!canEdit}
            aria-expanded={isOpen}
            aria-haspopup="true"
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
