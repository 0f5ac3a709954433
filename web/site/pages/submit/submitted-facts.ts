/** The facts in the submission form: of a new product all that the vendor knows, of an update those that it changes or confirms. */
import type { ProductUpdateForm } from '#contracts/vendors/product-update.ts'
import type { SubmissionValues } from './submission-fields.ts'

export type SubmittedFacts = NonNullable<SubmissionValues['facts']>
type SubmittedFact = SubmittedFacts[number]
/** A fact of the product that the form updates. */
export type CurrentFact = ProductUpdateForm['facts'][number]

export const findFact = <Fact extends { attribute: string }>(facts: readonly Fact[], key: string): Fact | undefined =>
  facts.find(({ attribute }) => attribute === key)

/** Returns the facts with one in the place of that of the same attribute, or at the end. */
export const replaceFact = (facts: SubmittedFacts, fact: SubmittedFact): SubmittedFacts =>
  findFact(facts, fact.attribute)
    ? facts.map((other) => (other.attribute === fact.attribute ? fact : other))
    : [...facts, fact]

export const removeFact = (facts: SubmittedFacts, key: string): SubmittedFacts =>
  facts.filter(({ attribute }) => attribute !== key)

/** Returns whether a value is that of the current fact. */
export const isUnchanged = (value: unknown, current: CurrentFact | undefined): boolean =>
  current !== undefined && JSON.stringify(value) === JSON.stringify(current.value)

/** Returns the submitted facts without those that confirm the current ones. */
export const listChangedFacts = (facts: SubmittedFacts, currentFacts: readonly CurrentFact[]): SubmittedFacts =>
  facts.filter(({ attribute, value }) => !isUnchanged(value, findFact(currentFacts, attribute)))

/** Returns the stale current facts that the vendor has neither confirmed nor changed. */
export const listUnconfirmedFacts = (facts: SubmittedFacts, currentFacts: readonly CurrentFact[]): CurrentFact[] =>
  currentFacts.filter(({ attribute, isStale }) => isStale && !findFact(facts, attribute))

/** Returns what confirms a fact: the same value, with the source that it has. */
export const toConfirmation = ({ attribute, value, isComplete, sourceUrl }: CurrentFact): SubmittedFact => ({
  attribute,
  value,
  isComplete,
  sourceUrl,
})
