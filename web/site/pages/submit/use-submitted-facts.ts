import { useFormContext, useWatch } from 'react-hook-form'
import type { Attribute } from '#contracts/facts/attribute.ts'
import { parseEnteredValue } from '#contracts/rules/facts/value-text.ts'
import type { SubmissionValues } from './submission-fields.ts'
import {
  type CurrentFact,
  findFact,
  isUnchanged,
  listChangedFacts,
  listUnconfirmedFacts,
  removeFact,
  replaceFact,
  type SubmittedFacts,
  toConfirmation,
} from './submitted-facts.ts'

/** Returns the facts in the submission form, and the functions that change them. `currentFacts` are empty for a new product. */
export function useSubmittedFacts(currentFacts: readonly CurrentFact[]) {
  const form = useFormContext<SubmissionValues>()
  const facts = useWatch({ control: form.control, name: 'facts' }) ?? []
  const changedFacts = listChangedFacts(facts, currentFacts)
  const unconfirmedFacts = listUnconfirmedFacts(facts, currentFacts)
  // The form asks for one source, and stores it with every fact that the vendor changes.
  const sourceUrl = changedFacts[0]?.sourceUrl ?? ''

  const setFacts = (next: SubmittedFacts) => form.setValue('facts', next, { shouldDirty: true })

  return {
    facts,
    changedFacts,
    unconfirmedFacts,
    sourceUrl,

    setSourceUrl: (next: string) =>
      setFacts(facts.map((fact) => (changedFacts.includes(fact) ? { ...fact, sourceUrl: next } : fact))),

    /** Sets a value as entered; an empty one removes the fact. */
    setValue(attribute: Attribute, input: unknown) {
      const current = findFact(currentFacts, attribute.key)
      const value = parseIfComplete(attribute, input) ?? ''
      // An empty value stays if there is a current one, which would fill the field in again.
      const isRemoved = isUnchanged(value, current) || (value === '' && !current)
      setFacts(
        isRemoved
          ? removeFact(facts, attribute.key)
          : replaceFact(facts, { attribute: attribute.key, value, sourceUrl }),
      )
    },

    confirm: (current: CurrentFact) => setFacts(replaceFact(facts, toConfirmation(current))),
    revoke: ({ attribute }: CurrentFact) => setFacts(removeFact(facts, attribute)),
    confirmAll: () => setFacts([...facts, ...unconfirmedFacts.map(toConfirmation)]),
  }
}

/**
 * Parses a value that reads back as it was entered. Anything else, such as `1.`, `16 G` or a list, is returned as it is,
 * so that typing isn't disturbed.
 */
function parseIfComplete(attribute: Attribute, input: unknown): unknown {
  const value = parseEnteredValue(attribute, input)
  return String(value) === input ? value : input
}
