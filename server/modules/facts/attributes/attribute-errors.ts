/** What an attribute can't become: what would make its facts say else than their sources, or what another one is. */
import type { FieldError } from '#contracts/errors.ts'
import type { AttributeState } from '#contracts/facts/attribute.ts'
import { FACT_MESSAGES as TEXTS } from '#contracts/facts/messages.ts'
import { CATALOGUES } from '#contracts/vocabulary.ts'
import type { AppError } from '#server/platform/app-error.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { countFacts, countFactsWith, listAttributes } from './store.ts'
import { toAttribute } from './view.ts'

/** New names of choices by the old ones. */
export type Renames = Readonly<Record<string, string>>

/** Returns why the renames are none: each leads from a choice that goes to one that comes. */
export function findRenameErrors(before: AttributeState, after: AttributeState, renames: Renames): FieldError[] {
  const goes = (choice: string) => before.choices.includes(choice) && !after.choices.includes(choice)
  const comes = (choice: string) => !before.choices.includes(choice) && after.choices.includes(choice)
  const targets = Object.values(renames)
  return Object.entries(renames).flatMap(([from, to]) =>
    goes(from) && comes(to) && targets.indexOf(to) === targets.lastIndexOf(to)
      ? []
      : [{ path: `renamedChoices.${from}`, message: TEXTS.renameUnknown }],
  )
}

/** Returns what facts forbid of a change: another type or unit, fewer catalogues, a choice that was chosen. */
export async function findUseErrors(
  tx: Queryable,
  key: string,
  { before, after, renames }: { before: AttributeState; after: AttributeState; renames: Renames },
): Promise<FieldError[]> {
  const count = await countFacts(tx, key)
  if (count === 0) return []
  const errors: FieldError[] = []
  if (after.type !== before.type) errors.push({ path: 'type', message: TEXTS.typeInUse(count) })
  if (after.unit !== before.unit) errors.push({ path: 'unit', message: TEXTS.unitInUse(count) })
  for (const catalogue of CATALOGUES) {
    const isLeft = before.catalogues.includes(catalogue) && !after.catalogues.includes(catalogue)
    const inCatalogue = isLeft ? await countFacts(tx, key, catalogue) : 0
    if (inCatalogue > 0) errors.push({ path: 'catalogues', message: TEXTS.cataloguesInUse(inCatalogue) })
  }
  for (const choice of before.choices) {
    if (after.choices.includes(choice) || Object.hasOwn(renames, choice)) continue
    const chosen = await countFactsWith(tx, key, choice)
    if (chosen > 0) errors.push({ path: 'choices', message: TEXTS.choiceInUse(choice, chosen) })
  }
  return errors
}

/** Returns that a label is taken: two attributes of a catalogue with one label would be one column of its tables. */
export async function findLabelErrors(
  tx: Queryable,
  key: string | undefined,
  state: AttributeState,
): Promise<FieldError[]> {
  const others = (await listAttributes(tx)).filter((row) => row.key !== key).map(toAttribute)
  const isTaken = others.some(
    ({ label, catalogues }) => label === state.label && catalogues.some((each) => state.catalogues.includes(each)),
  )
  return isTaken ? [{ path: 'label', message: TEXTS.labelTaken }] : []
}

/** Throws an error with what was found, if anything was; its message is that of the first. */
export function assertNoErrors(
  errors: FieldError[],
  toError: (message: string | undefined, errors: FieldError[]) => AppError,
): void {
  if (errors.length > 0) throw toError(errors[0]?.message, errors)
}
