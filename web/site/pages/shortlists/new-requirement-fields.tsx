import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Attribute } from '#contracts/facts/attribute.ts'
import { getFilterValueLabel, listPossibleValues } from '#contracts/rules/facts/filter-values.ts'
import { isPrice } from '#contracts/rules/facts/prices.ts'
import { isRequirable } from '#contracts/rules/shortlists/describe-accepted.ts'
import { SHORTLIST_MESSAGES as MESSAGES } from '#contracts/shortlists/messages.ts'
import type { ShortlistRequirement } from '#contracts/shortlists/shortlist.ts'
import type { Catalogue } from '#contracts/vocabulary.ts'
import { CONTROL_CLASS } from '../../components/control-class.ts'
import { FormField } from '../../components/form-field.tsx'
import { useQueries } from '../../site-context.tsx'
import { findLimitField, LimitField, readLimit } from './limit-field.tsx'
import { GradeSelect, KindSelect } from './requirement-rows.tsx'

const FIELDS = { attribute: 'newAttribute', values: 'newValues' } as const

type NewRequirementFieldsProps = {
  catalogue: Catalogue
  /** The attributes that have a requirement already. */
  usedAttributes: readonly string[]
  /** The attributes of requirements that accept nothing yet. */
  incomplete: readonly string[]
}

/** The fields of a new requirement: an attribute, what it accepts, and whether it is required or preferred. */
export function NewRequirementFields({ catalogue, usedAttributes, incomplete }: NewRequirementFieldsProps) {
  const [selectedKey, setSelectedKey] = useState('')
  const { data: attributes = [] } = useQuery(useQueries().attributes(catalogue))
  const availableAttributes = attributes.filter(
    (attribute) => isRequirable(attribute) && !usedAttributes.includes(attribute.key),
  )
  const attribute = availableAttributes.find(({ key }) => key === selectedKey)
  const isIncomplete = attribute !== undefined && incomplete.includes(attribute.key)
  const isLimited = attribute !== undefined && isPrice(attribute)
  return (
    <div className="mt-4 space-y-3">
      <FormField label="添加一项要求" error={isIncomplete && !isLimited ? MESSAGES.valuesMissing : undefined}>
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
      {attribute && isLimited && (
        <AcceptedPrice
          key={attribute.key}
          attribute={attribute}
          error={isIncomplete ? MESSAGES.limitMissing : undefined}
        />
      )}
      {attribute && !isLimited && <AcceptedValues key={attribute.key} attribute={attribute} />}
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
    <NewRequirementSelects attribute={attribute} />
  </fieldset>
)

const AcceptedPrice = ({ attribute, error }: { attribute: Attribute; error: string | undefined }) => (
  <div className="flex flex-wrap items-start gap-x-6 gap-y-2">
    <div className="w-full max-w-xs">
      <LimitField label="上限" unit={attribute.unit} initial="" attribute={attribute.key} error={error} />
    </div>
    <div className="flex flex-wrap gap-2 sm:pt-6.5">
      <NewRequirementSelects attribute={attribute} />
    </div>
  </div>
)

const NewRequirementSelects = ({ attribute: { key, label } }: { attribute: Attribute }) => (
  <>
    <GradeSelect requirement={{ attribute: key, label }} />
    <KindSelect requirement={{ attribute: key, label, kind: 'required' }} />
  </>
)

/**
 * Returns the requirement in the fields, without values, or with a limit of 0, if nothing is accepted yet; `undefined` if
 * no attribute is selected.
 */
export function readNewRequirement(form: FormData): ShortlistRequirement | undefined {
  const attribute = String(form.get(FIELDS.attribute) ?? '')
  if (attribute === '') return undefined
  const atMost = readLimit(form, attribute)
  return atMost === undefined ? { attribute, values: form.getAll(FIELDS.values).map(String) } : { attribute, atMost }
}

/** Focuses the field of a requirement that accepts nothing yet: its limit, or the new one's attribute. */
export const focusIncomplete = (form: HTMLFormElement, attribute: string): void =>
  (findLimitField(form, attribute) ?? form.querySelector<HTMLElement>(`[name="${FIELDS.attribute}"]`))?.focus()
