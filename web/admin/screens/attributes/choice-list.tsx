import { Button, Form, Input } from 'antd'
import { Plus, X } from 'lucide-react'
import { ATTRIBUTES, TEXT } from '#contracts/limits.ts'
import { MoveButtons } from '../../components/move-buttons.tsx'
import { useRowFocus } from '../../components/use-row-focus.ts'

type ChoiceListProps = {
  label: string
  isRequired: boolean
  /** Called after changes other than typing. */
  onChange: () => void
}

/** Edits the options of an attribute and their order. Renaming an option renames it in existing facts. */
export function ChoiceList({ label, isRequired, onChange }: ChoiceListProps) {
  const { list, addButton, focusRow } = useRowFocus<HTMLDivElement>()
  return (
    <Form.Item label={label} required={isRequired}>
      <Form.List name="choices">
        {(fields, { add, remove, move }, { errors }) => (
          <div className="flex flex-col gap-2">
            <div ref={list} className="flex flex-col gap-2 empty:hidden">
              {fields.map(({ key, name }, index) => (
                <ChoiceRow
                  key={key}
                  name={name}
                  index={index}
                  isLast={index === fields.length - 1}
                  onMove={(step) => {
                    move(index, index + step)
                    onChange()
                  }}
                  onRemove={() => {
                    remove(index)
                    onChange()
                    focusRow(index)
                  }}
                />
              ))}
            </div>
            <Form.ErrorList errors={errors} />
            {fields.length < ATTRIBUTES.choices && (
              <Button
                ref={addButton}
                className="self-start"
                icon={<Plus className="size-4" aria-hidden />}
                onClick={() => {
                  add({ stored: '', text: '' })
                  onChange()
                  focusRow(fields.length)
                }}
              >
                添加选项
              </Button>
            )}
          </div>
        )}
      </Form.List>
    </Form.Item>
  )
}

type ChoiceRowProps = {
  /** The item's name in the form list. */
  name: number
  index: number
  isLast: boolean
  onMove: (step: 1 | -1) => void
  onRemove: () => void
}

function ChoiceRow({ name, index, isLast, onMove, onRemove }: ChoiceRowProps) {
  const label = `第${index + 1}个选项`
  return (
    <div className="flex items-start gap-1">
      <Form.Item name={[name, 'text']} className="m-0 flex-1">
        <Input aria-label={label} maxLength={TEXT.word} />
      </Form.Item>
      <MoveButtons name={label} isFirst={index === 0} isLast={isLast} onMove={onMove} />
      <Button type="text" aria-label={`删除${label}`} icon={<X className="size-4" aria-hidden />} onClick={onRemove} />
    </div>
  )
}
