import { isObject } from '../rules/is-object.ts'
/**
 * Documents saved or imported in the earlier system's words, turned into ours (decisions §3, "One name per thing").
 * Every function takes any parsed JSON and gives a copy; what it does not know it leaves as it is.
 */
import type { DocumentKind } from '../vocabulary.ts'

/** Moves a key to its new name; where both are there the new one stands and the old one stays beside it. */
function rename(from: string, to: string) {
  return (value: unknown): unknown => {
    if (!isObject(value) || !(from in value) || to in value) return value
    const { [from]: moved, ...rest } = value
    return { ...rest, [to]: moved }
  }
}

const inOrder =
  (...steps: ((value: unknown) => unknown)[]) =>
  (value: unknown) =>
    steps.reduce((current, step) => step(current), value)

const at =
  (key: string, step: (value: unknown) => unknown) =>
  (value: unknown): unknown =>
    isObject(value) && key in value ? { ...value, [key]: step(value[key]) } : value

const each =
  (step: (value: unknown) => unknown) =>
  (value: unknown): unknown =>
    Array.isArray(value) ? value.map(step) : value

/** A list that the earlier system held bare, where ours stands in a section with its title. */
const listInto =
  (key: string) =>
  (value: unknown): unknown =>
    Array.isArray(value) ? { [key]: value } : value

const button = inOrder(rename('type', 'style'), rename('href', 'link'))
const buttons = at('buttons', each(button))
/** Two screens number their steps by two names; each document has one of them. */
const steps = at('steps', each(rename('step', 'stepNumber')))
const statistic = inOrder(rename('number', 'value'), rename('name', 'label'))

function featuresIntoHero(value: unknown): unknown {
  if (!isObject(value) || !Array.isArray(value.features)) return value
  const hero = isObject(value.hero) ? value.hero : {}
  if ('features' in hero) return value
  const { features, ...rest } = value
  return { ...rest, hero: { ...hero, features } }
}

const home = inOrder(
  rename('heroSection', 'hero'),
  rename('stats', 'statistics'),
  featuresIntoHero,
  at('hero', buttons),
  at('statistics', each(statistic)),
  at('callToAction', buttons),
)

const community = inOrder(
  at('overview', at('statistics', each(statistic))),
  rename('events', 'upcomingEvents'),
  rename('members', 'communityMembers'),
  at('joinProcess', inOrder(listInto('steps'), steps, at('callToAction', buttons))),
)

const selection = inOrder(
  rename('stats', 'statistics'),
  at('statistics', each(statistic)),
  at('serviceProcess', each(rename('stepNumber', 'step'))),
  at('callToAction', buttons),
)

/** One earlier standards object held its criteria directly: it becomes the one group of the section. */
function criteriaIntoGroup(value: unknown): unknown {
  if (!isObject(value) || !('criteria' in value) || 'groups' in value) return value
  const { criteria, ...rest } = value
  return { ...rest, groups: [{ title: rest.title ?? '', criteria }] }
}

const named = rename('name', 'title')
const standards = inOrder(
  listInto('groups'),
  criteriaIntoGroup,
  at('groups', each(inOrder(named, at('criteria', each(named))))),
)

const evaluation = inOrder(
  // A button's type is its meaning here (calculator, download), and no look.
  at('professionalInfo', at('buttons', each(rename('href', 'link')))),
  at('evaluationProcess', inOrder(listInto('steps'), steps)),
  at('evaluationStandards', standards),
  at('callToAction', buttons),
)

const submit = inOrder(
  at('submitProcess', inOrder(listInto('steps'), steps)),
  at('successCases', listInto('cases')),
  at('contactSection', buttons),
)

/** A record of `/api/ai-products` has its id under `_id`, and says by its status whether it is active. */
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

const catalogue = inOrder(rename('aiProducts', 'products'), at('products', each(product)))

export const inOurWords: Record<DocumentKind, (value: unknown) => unknown> = {
  home,
  community,
  selection,
  products: catalogue,
  ai: catalogue,
  evaluation,
  submit,
}
