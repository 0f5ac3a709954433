import { COLORS } from '#contracts/vocabulary.ts'
import { getToneClass } from '../../../shared/tone.ts'
import { useEditor } from '../editor-context.tsx'
import { COLOR_LABELS } from '../form/color-names.ts'
import type { Field } from '../form/form-types.ts'
import { FieldFrame } from './field-frame.tsx'
import { useTextAt } from './plain-fields.tsx'

/** A colour, chosen from swatches. */
export function ColorField({ field, path }: { field: Field; path: string }) {
  const { canEdit } = useEditor()
  const [value, setValue] = useTextAt(path)
  const selected = value || 'blue'
  return (
    <FieldFrame path={path} label={field.label} hint={field.hint} isGroup>
      {(control) => (
        <span className="flex flex-wrap gap-1">
          {COLORS.map((name) => (
            <label
              key={name}
              className={`${getToneClass(name)} relative inline-flex size-10 cursor-pointer pointer-coarse:size-11 items-center justify-center rounded-lg border bg-tone text-sm text-tone has-focus-visible:outline-2 has-focus-visible:outline-indigo ${
                name === selected ? 'border-2 border-current font-semibold' : 'border-tone'
              }`}
            >
              <input
                type="radio"
                className="absolute inset-0 m-0 cursor-pointer opacity-0"
                name={control.id}
                id={name === selected ? control.id : undefined}
                aria-label={`${COLOR_LABELS[name]}色`}
                checked={name === selected}
                disabled={!canEdit}
                onChange={() => setValue(name)}
              />
              {COLOR_LABELS[name]}
            </label>
          ))}
        </span>
      )}
    </FieldFrame>
  )
}
