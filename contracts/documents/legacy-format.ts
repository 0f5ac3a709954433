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

const upgradeButton = pipe(rename('type', 'style'), rename('href', 'link'))
const upgradeButtons = upgradeKey('buttons', forEachItem(upgradeButton))
/** The legacy system had two names for a step's number; each document uses one of them. */
const upgradeSteps = upgradeKey('steps', forEachItem(rename('step', 'stepNumber')))
const upgradeStatistic = pipe(rename('number', 'value'), rename('name', 'label'))

function moveFeaturesToHero(value: unknown): unknown {
  if (!isObject(value) || !Array.isArray(value.features)) return value
  const hero = isObject(value.hero) ? value.hero : {}
  if ('features' in hero) return value
  const { features, ...rest } = value
  return { ...rest, hero: { ...hero, features } }
}

const upgradeHome = pipe(
  rename('heroSection', 'hero'),
  rename('stats', 'statistics'),
  moveFeaturesToHero,
  upgradeKey('hero', upgradeButtons),
  upgradeKey('statistics', forEachItem(upgradeStatistic)),
  upgradeKey('callToAction', upgradeButtons),
)

const upgradeCommunity = pipe(
  upgradeKey('overview', upgradeKey('statistics', forEachItem(upgradeStatistic))),
  rename('events', 'upcomingEvents'),
  rename('members', 'communityMembers'),
  upgradeKey('joinProcess', pipe(wrapList('steps'), upgradeSteps, upgradeKey('callToAction', upgradeButtons))),
)

const upgradeSelection = pipe(
  rename('stats', 'statistics'),
  upgradeKey('statistics', forEachItem(upgradeStatistic)),
  upgradeKey('serviceProcess', forEachItem(rename('stepNumber', 'step'))),
  upgradeKey('callToAction', upgradeButtons),
)

/** Wraps the criteria of a legacy standards object in a single group. */
function wrapCriteria(value: unknown): unknown {
  if (!isObject(value) || !('criteria' in value) || 'groups' in value) return value
  const { criteria, ...rest } = value
  return { ...rest, groups: [{ title: rest.title ?? '', criteria }] }
}

const renameNameToTitle = rename('name', 'title')
const upgradeStandards = pipe(
  wrapList('groups'),
  wrapCriteria,
  upgradeKey('groups', forEachItem(pipe(renameNameToTitle, upgradeKey('criteria', forEachItem(renameNameToTitle))))),
)

const upgradeEvaluation = pipe(
  // Here, a button's type is its action (calculator, download), not its style.
  upgradeKey('professionalInfo', upgradeKey('buttons', forEachItem(rename('href', 'link')))),
  upgradeKey('evaluationProcess', pipe(wrapList('steps'), upgradeSteps)),
  upgradeKey('evaluationStandards', upgradeStandards),
  upgradeKey('callToAction', upgradeButtons),
)

const upgradeSubmit = pipe(
  upgradeKey('submitProcess', pipe(wrapList('steps'), upgradeSteps)),
  upgradeKey('successCases', wrapList('cases')),
  upgradeKey('contactSection', upgradeButtons),
)

/** Converts a record of `/api/ai-products`, which has `_id` instead of `id` and `status` instead of `isActive`. */
function upgradeProduct(value: unknown): unknown {
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

const upgradeCatalogue = pipe(rename('aiProducts', 'products'), upgradeKey('products', forEachItem(upgradeProduct)))

const DOCUMENT_UPGRADES: Record<DocumentKind, (value: unknown) => unknown> = {
  home: upgradeHome,
  community: upgradeCommunity,
  selection: upgradeSelection,
  products: upgradeCatalogue,
  ai: upgradeCatalogue,
  evaluation: upgradeEvaluation,
  submit: upgradeSubmit,
}

/** Converts a document in the legacy format to the current one. Keeps unknown keys, and whatever isn't a document. */
export const upgradeDocument = (kind: DocumentKind, value: unknown): unknown => DOCUMENT_UPGRADES[kind](value)
