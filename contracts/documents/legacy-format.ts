/**
 * Converts documents of the legacy system into the current format. Every function takes any parsed JSON and returns a
 * copy; unknown parts are left unchanged.
 */
import { isObject } from '../rules/is-object.ts'
import type { DocumentKind } from '../vocabulary.ts'

/** Renames a key. If both keys exist, the value is unchanged. */
function rename(from: string, to: string) {
  return (value: unknown): unknown => {
    if (!isObject(value) || !(from in value) || to in value) return value
    const { [from]: movedValue, ...rest } = value
    return { ...rest, [to]: movedValue }
  }
}

const pipe =
  (...steps: ((value: unknown) => unknown)[]) =>
  (value: unknown) =>
    steps.reduce((current, step) => step(current), value)

const upgradeKey =
  (key: string, step: (value: unknown) => unknown) =>
  (value: unknown): unknown =>
    isObject(value) && key in value ? { ...value, [key]: step(value[key]) } : value

const forEachItem =
  (step: (value: unknown) => unknown) =>
  (value: unknown): unknown =>
    Array.isArray(value) ? value.map(step) : value

/** Wraps a list in an object: in the legacy format, such a section is a list without a title. */
const wrapList =
  (key: string) =>
  (value: unknown): unknown =>
    Array.isArray(value) ? { [key]: value } : value

const button = pipe(rename('type', 'style'), rename('href', 'link'))
const buttons = upgradeKey('buttons', forEachItem(button))
/** The legacy system had two names for a step's number; each document uses one of them. */
const steps = upgradeKey('steps', forEachItem(rename('step', 'stepNumber')))
const statistic = pipe(rename('number', 'value'), rename('name', 'label'))

function moveFeaturesToHero(value: unknown): unknown {
  if (!isObject(value) || !Array.isArray(value.features)) return value
  const hero = isObject(value.hero) ? value.hero : {}
  if ('features' in hero) return value
  const { features, ...rest } = value
  return { ...rest, hero: { ...hero, features } }
}

const home = pipe(
  rename('heroSection', 'hero'),
  rename('stats', 'statistics'),
  moveFeaturesToHero,
  upgradeKey('hero', buttons),
  upgradeKey('statistics', forEachItem(statistic)),
  upgradeKey('callToAction', buttons),
)

const community = pipe(
  upgradeKey('overview', upgradeKey('statistics', forEachItem(statistic))),
  rename('events', 'upcomingEvents'),
  rename('members', 'communityMembers'),
  upgradeKey('joinProcess', pipe(wrapList('steps'), steps, upgradeKey('callToAction', buttons))),
)

const selection = pipe(
  rename('stats', 'statistics'),
  upgradeKey('statistics', forEachItem(statistic)),
  upgradeKey('serviceProcess', forEachItem(rename('stepNumber', 'step'))),
  upgradeKey('callToAction', buttons),
)

/** Wraps the criteria of a legacy standards object in a single group. */
function wrapCriteria(value: unknown): unknown {
  if (!isObject(value) || !('criteria' in value) || 'groups' in value) return value
  const { criteria, ...rest } = value
  return { ...rest, groups: [{ title: rest.title ?? '', criteria }] }
}

const nameToTitle = rename('name', 'title')
const standards = pipe(
  wrapList('groups'),
  wrapCriteria,
  upgradeKey('groups', forEachItem(pipe(nameToTitle, upgradeKey('criteria', forEachItem(nameToTitle))))),
)

const evaluation = pipe(
  // Here, a button's type is its action (calculator, download), not its style.
  upgradeKey('professionalInfo', upgradeKey('buttons', forEachItem(rename('href', 'link')))),
  upgradeKey('evaluationProcess', pipe(wrapList('steps'), steps)),
  upgradeKey('evaluationStandards', standards),
  upgradeKey('callToAction', buttons),
)

const submit = pipe(
  upgradeKey('submitProcess', pipe(wrapList('steps'), steps)),
  upgradeKey('successCases', wrapList('cases')),
  upgradeKey('contactSection', buttons),
)

/** Converts a record of `/api/ai-products`, which has `_id` instead of `id` and `status` instead of `isActive`. */
function product(value: unknown): unknown {
  if (!isObject(value)) return value
  const { _id, status } = value
  return {
    ...value,
    ...(typeof _id === 'string' && !('id' in value) ? { id: _id } : {}),
    ...((status === 'approved' || status === 'pending') && !('isActive' in value)
      ? { isActive: status === 'approved' }
      : {}),
  }
}

const catalogue = pipe(rename('aiProducts', 'products'), upgradeKey('products', forEachItem(product)))

export const upgradeDocument: Record<DocumentKind, (value: unknown) => unknown> = {
  home,
  community,
  selection,
  products: catalogue,
  ai: catalogue,
  evaluation,
  submit,
}
