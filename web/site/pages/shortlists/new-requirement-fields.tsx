import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Attribute } from '#contracts/facts/attribute.ts'
import { isFilterableType } from '#contracts/facts/vocabulary.ts'
import { getFilterValueLabel, listPossibleValues } from '#contracts/rules/facts/filter-values.ts'
import type { ShortlistRequirement } from '#contracts/shortlists/shortlist.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { CONTROL_CLASS } from '../../components/control-class.ts'
import { FormField } from '../../components/form-field.tsx'
import { useQueries } from '../../site-context.tsx'
import { GradeSelect, KindSelect } from './requirement-rows.tsx'

const FIELDS = { attribute: 'newAttribute', values: 'newValues' } as const

type NewRequirementFieldsProps = {
  catalogue: Catalogue
  /** The attributes that have a requirement already. */
  usedAttributes: readonly string[]
  error: string | undefined
}

/** The fields of a new requirement: an attribute, its accepted values, and whether it is required or preferred. */
export function NewRequirementFields({ catalogue, usedAttributes, error }: NewRequirementFieldsProps) {
  const [selectedKey, setSelectedKey] = useState('')
  const { data: attributes = [] } = useQuery(useQueries().attributes(catalogue))
  const availableAttributes = attributes.filter(
    (attribute) => isFilterableType(attribute.type) && !usedAttributes.includes(attribute.key),
  )
  const attribute = availableAttributes.find(({ key }) => key === selectedKey)
  return (
    <div className="mt-4 space-y-3">
      <FormField label="添加一项要求" error={error}>
        {(control) => (
          <select
            {...control}
            name={FIELDS.attribute}
            value={selectedKey}
            onChange={({ target }) => setSelectedKey(target.value)}
            className={`${CONTROL_CLASS} max-w-md pr-9`}
          >
            <option value="">请选择属性</option>
            {[...Map.groupBy(availableAttributes, ({ group }) => group)].map(([group, members]) => (
              <optgroup key={group} label={group}>
                {members.map((member) => (
                  <option key={member.key} value={member.key}>
                    {member.label}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        )}
      </FormField>
      {attribute && <AcceptedValues key={attribute.key} attribute={attribute} />}
    </div>
  )
}

const AcceptedValues = ({ attribute }: { attribute: Attribute }) => (
  <fieldset className="flex flex-wrap items-center gap-x-6">
    <legend className="mb-1 text-sm text-muted">满足其一即可</legend>
    {listPossibleValues(attribute).map((value) => (
      <label key={value} className="inline-flex min-h-11 items-center gap-2">
        <input type="checkbox" name={FIELDS.values} value={value} />
        {getFilterValueLabel(value)}
      </label>
    ))}
    <GradeSelect requirement={{ attribute: attribute.key, label: attribute.label }} />
    <KindSelect requirement={{ attribute: attribute.key, label: attribute.label, kind: 'required' }} />
  </fieldset>
)

/**
 * Returns the requirement in the fields, without values if none is checked; `undefined` if no attribute is selected.
 */
export function readNewRequirement(form: FormData): ShortlistRequirement | undefined {
  const attribute = String(form.get(FIELDS.attribute) ?? '')
  return attribute === '' ? undefined : { attribute, values: form.getAll(FIELDS.values).map(String) }
}

/** Focuses the field of the new requirement's attribute, which shows its error. */
export const focusNewRequirement = (form: HTMLFormElement): void =>
  form.querySelector<HTMLElement>(`[name="${FIELDS.attribute}"]`)?.focus()
