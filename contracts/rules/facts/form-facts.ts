/**
 * What the forms of a product say about its vendor and its deployment is stored once, as facts. The product's `company`
 * and the known ones of its `deploymentTypes` are derived from them.
 */
import type { FactValue } from '../../facts/fact-value.ts'
import type { FactGrade } from '../../facts/vocabulary.ts'
import { DEPLOYMENT_TYPES, type DeploymentType } from '../../vocabulary.ts'
import type { CheckedFact } from './check-facts.ts'
import { compareFacts } from './order-facts.ts'

export const VENDOR_ATTRIBUTE = 'vendor'
/** The attribute that says whether a product offers a deployment type. */
export const DEPLOYMENT_ATTRIBUTES: Readonly<Record<DeploymentType, string>> = {
  SaaS: 'saas',
  私有化部署: 'private-deployment',
  混合部署: 'hybrid-deployment',
  边缘部署: 'edge-deployment',
}
/** The attributes that forms fill in; they can't be removed, nor taken from a catalogue. */
export const FORM_ATTRIBUTES: readonly string[] = [VENDOR_ATTRIBUTE, ...Object.values(DEPLOYMENT_ATTRIBUTES)]

/** The company that a form states ('' for none), and its deployment types in the order of `DEPLOYMENT_TYPES`. */
export type FormValues = { company: string; deploymentTypes: readonly DeploymentType[] }
/** The values of a form before and after a save. */
export type FormChange = { before: FormValues; after: FormValues }

export const NO_FORM_VALUES: FormValues = { company: '', deploymentTypes: [] }

type RecordedFact = {
  id?: string | undefined
  attribute: string
  value: FactValue
  grade: FactGrade
  readAt: string | null
}

/** Returns the values that facts imply: the preferred vendor, and each deployment type that a source confirms. */
export function deriveFormValues(facts: readonly RecordedFact[]): FormValues {
  const [vendor] = facts
    .filter(({ attribute }) => attribute === VENDOR_ATTRIBUTE)
    .map(({ id = '', ...fact }) => ({ ...fact, id }))
    .sort(compareFacts)
  return {
    company: typeof vendor?.value === 'string' ? vendor.value : '',
    deploymentTypes: DEPLOYMENT_TYPES.filter((type) => facts.some(createOfferTest(type))),
  }
}

const createOfferTest =
  (type: DeploymentType) =>
  ({ attribute, value }: Pick<RecordedFact, 'attribute' | 'value'>) =>
    attribute === DEPLOYMENT_ATTRIBUTES[type] && value === 'yes'

/** Returns the deployment types of a list that are stored as facts. */
export const listKnownTypes = (deploymentTypes: readonly string[]): DeploymentType[] =>
  DEPLOYMENT_TYPES.filter((type) => deploymentTypes.includes(type))

/** Returns the deployment types of a list in other words, which no attribute stands for. */
export const listOtherTypes = (deploymentTypes: readonly string[]): string[] =>
  deploymentTypes.filter((type) => !DEPLOYMENT_TYPES.some((known) => known === type))

/** Returns whether a save changes what the form states. */
export const isFormChanged = ({ before, after }: FormChange): boolean =>
  before.company !== after.company || before.deploymentTypes.join() !== after.deploymentTypes.join()

/**
 * Returns a product's facts after a save of its form. A form gives the vendor's word: it adds, replaces and removes facts
 * of grade 厂商自述 only, and only for what the save changes, so that better sources remain.
 */
export function applyFormChange(
  facts: readonly CheckedFact[],
  { before, after }: FormChange,
  day: string,
): readonly CheckedFact[] {
  let result = facts
  if (before.company !== after.company) result = applyCompany(result, after.company, day)
  for (const type of DEPLOYMENT_TYPES) {
    const isOffered = after.deploymentTypes.includes(type)
    if (isOffered === before.deploymentTypes.includes(type)) continue
    if (!isOffered) result = result.filter((fact) => !(fact.grade === 'claimed' && createOfferTest(type)(fact)))
    else if (!result.some(createOfferTest(type))) result = claim(result, DEPLOYMENT_ATTRIBUTES[type], 'yes', day)
  }
  return result
}

function applyCompany(facts: readonly CheckedFact[], company: string, day: string): readonly CheckedFact[] {
  if (deriveFormValues(facts).company === company) return facts
  if (company !== '') return claim(facts, VENDOR_ATTRIBUTE, company, day)
  return facts.filter(({ attribute, grade }) => attribute !== VENDOR_ATTRIBUTE || grade !== 'claimed')
}

/** Adds a claimed fact; it takes the place of the first claimed one of its attribute. */
function claim(facts: readonly CheckedFact[], attribute: string, value: FactValue, day: string): CheckedFact[] {
  const replaced = facts.find((fact) => fact.attribute === attribute && fact.grade === 'claimed')
  const claimed: CheckedFact = {
    id: replaced?.id,
    attribute,
    value,
    isComplete: false,
    grade: 'claimed',
    sourceUrl: '',
    readAt: day,
    note: '',
  }
  return [...facts.filter((fact) => fact !== replaced), claimed]
}
