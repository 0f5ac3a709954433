import { Button, Input } from 'antd'
import { useState } from 'react'
import { isDay } from '#contracts/rules/calendar-day.ts'
import { useEditor } from '../editor-context.tsx'
import type { FieldOf } from '../form/form-types.ts'
import { FieldFrame } from './field-frame.tsx'
import { useTextAt } from './plain-fields.tsx'

/** Edits a date with a date picker, or as free text such as 每月第二个周四. */
export function DayField({ field, path }: { field: FieldOf<'day'>; path: string }) {
  const { canEdit } = useEditor()
  const [value, setValue] = useTextAt(path)
  const [isFreeText, setIsFreeText] = useState(value !== '' && !isDay(value))
  return (
    <FieldFrame
      path={path}
      label={field.label}
      hint={isFreeText ? '如“每月第二个周四”' : field.hint}
      extra={
        canEdit && (
          <Button
            type="link"
            size="small"
            className="h-7 pointer-coarse:min-h-11"
            onClick={() => setIsFreeText(!isFreeText)}
          >
            {isFreeText ? '选择日期' : '填写文字'}
          </Button>
        )
      }
    >
      {(control, status) => (
        <Input
          {...control}
          type={isFreeText ? 'text' : 'date'}
          value={value}
          readOnly={!canEdit}
          status={status}
          onChange={(event) => setValue(event.target.value)}
        />
      )}
    </FieldFrame>
  )
}
