/**
 * Documents saved or imported in the earlier system's words, turned into ours (decisions §3, "One name per thing").
 * Every function takes any parsed JSON and gives a copy; what it does not know it leaves as it is.
 */
import type { DocumentKind } from '../vocabulary.ts'

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

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
  at('joinProcess', inOrder(listInto('steps'), at('callToAction', buttons))),
)

const selection = inOrder(at('statistics', each(statistic)), at('callToAction', buttons))

/** One earlier standards object held its criteria directly: it becomes the one group of the section. */
function criteriaIntoGroup(value: unknown): unknown {
  if (!isObject(value) || !('criteria' in value) || 'groups' in value) return value
  const { criteria, ...rest } = value
  return { ...rest, groups: [{ title: rest.title ?? '', criteria }] }
}

const evaluation = inOrder(
  at('evaluationProcess', listInto('steps')),
  at('evaluationStandards', inOrder(listInto('groups'), criteriaIntoGroup)),
  at('callToAction', buttons),
)

const submit = inOrder(
  at('submitProcess', listInto('steps')),
  at('successCases', listInto('cases')),
  at('contactSection', buttons),
)

const unchanged = (value: unknown) => value

export const inOurWords: Record<DocumentKind, (value: unknown) => unknown> = {
  home,
  community,
  selection,
  products: unchanged,
  ai: unchanged,
  evaluation,
  submit,
}
