/** Validates changes to an attribute: they must not change the meaning of its facts or make it ambiguous. */
import type { FieldError } from '#contracts/errors.ts'
import type { AttributeState } from '#contracts/facts/attribute.ts'
import { FACT_MESSAGES as MESSAGES } from '#contracts/facts/messages.ts'
import { FORM_ATTRIBUTES } from '#contracts/rules/facts/form-facts.ts'
import { foldName } from '#contracts/rules/names.ts'
import { CATALOGUES } from '#contracts/vocabulary.ts'
import type { AppError } from '#server/platform/app-error.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { countFacts, countFactsByValue, listAttributes } from './store.ts'
import { toAttribute } from './view.ts'

/** New names of choices by their old names. */
export type Renames = Readonly<Record<string, string>>

/**
 * Returns an error for each invalid rename. A rename must map a removed choice to an added one, and no two renames may
 * have the same target.
 */
export function listRenameErrors(before: AttributeState, after: AttributeState, renames: Renames): FieldError[] {
  const isRemoved = (choice: string) => before.choices.includes(choice) && !after.choices.includes(choice)
  const isAdded = (choice: string) => !before.choices.includes(choice) && after.choices.includes(choice)
  const targets = Object.values(renames)
  return Object.entries(renames).flatMap(([from, to]) =>
    isRemoved(from) && isAdded(to) && targets.indexOf(to) === targets.lastIndexOf(to)
      ? []
      : [{ path: `renamedChoices.${from}`, message: MESSAGES.unknownRenamedChoice }],
  )
}

/**
 * Returns an error for each change that existing facts prevent: another type or unit, a removed catalogue, a removed
 * choice that is in use. An attribute that forms fill in keeps its type and catalogues even without facts.
 */
export async function listUsageErrors(
  db: Queryable,
  key: string,
  { before, after, renames }: { before: AttributeState; after: AttributeState; renames: Renames },
): Promise<FieldError[]> {
  const errors = FORM_ATTRIBUTES.includes(key) ? listFormErrors(before, after) : []
  const count = await countFacts(db, key)
  if (count === 0 || errors.length > 0) return errors
  if (after.type !== before.type) errors.push({ path: 'type', message: MESSAGES.typeInUse(count) })
  if (after.unit !== before.unit) errors.push({ path: 'unit', message: MESSAGES.unitInUse(count) })
  for (const catalogue of CATALOGUES) {
    const isRemoved = before.catalogues.includes(catalogue) && !after.catalogues.includes(catalogue)
    const factCount = isRemoved ? await countFacts(db, key, catalogue) : 0
    if (factCount > 0) errors.push({ path: 'catalogues', message: MESSAGES.cataloguesInUse(factCount) })
  }
  for (const choice of before.choices) {
    if (after.choices.includes(choice) || Object.hasOwn(renames, choice)) continue
    const useCount = await countFactsByValue(db, key, choice)
    if (useCount > 0) errors.push({ path: 'choices', message: MESSAGES.choiceInUse(choice, useCount) })
  }
  return errors
}

function listFormErrors(before: AttributeState, after: AttributeState): FieldError[] {
  const isNarrowed = before.catalogues.some((catalogue) => !after.catalogues.includes(catalogue))
  return [
    ...(after.type === before.type ? [] : [{ path: 'type', message: MESSAGES.attributeOfForms }]),
    ...(isNarrowed ? [{ path: 'catalogues', message: MESSAGES.attributeOfForms }] : []),
  ]
}

/**
 * Returns an error if the label is taken: two attributes with the same label would be the same column in a catalogue's
 * tables.
 */
export async function listLabelErrors(
  db: Queryable,
  key: string | undefined,
  state: AttributeState,
): Promise<FieldError[]> {
  const others = (await listAttributes(db)).filter((row) => row.key !== key).map(toAttribute)
  const isTaken = others.some(
    ({ label, catalogues }) =>
      foldName(label) === foldName(state.label) && catalogues.some((catalogue) => state.catalogues.includes(catalogue)),
  )
  return isTaken ? [{ path: 'label', message: MESSAGES.labelTaken }] : []
}

/** Throws the error that `toError` creates from the field errors, if there are any. */
export function assertNoErrors(errors: FieldError[], toError: (errors: FieldError[]) => AppError): void {
  if (errors.length > 0) throw toError(errors)
}
