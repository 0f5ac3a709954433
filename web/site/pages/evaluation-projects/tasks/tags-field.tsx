import { useState } from 'react'
import { CONTROL_CLASS } from '../../../components/control-class.ts'
import { FormField } from '../../../components/form-field.tsx'

type TagsFieldProps = { label: string; hint: string; tags: readonly string[]; onChange: (tags: string[]) => void }

/** A list of tags as a line of text, which stays as it is typed. */
export function TagsField({ label, hint, tags, onChange }: TagsFieldProps) {
  const [text, setText] = useState(tags.join('、'))
  return (
    <FormField label={label} hint={hint}>
      {(control) => (
        <input
          {...control}
          autoComplete="off"
          className={CONTROL_CLASS}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            onChange(
              target.value
                .split(/[、，,]/)
                .map((tag) => tag.trim())
                .filter((tag) => tag !== ''),
            )
          }}
        />
      )}
    </FormField>
  )
}
