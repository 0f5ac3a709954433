/** Says in the record of a project what changed: old → new. */
import type { ProjectOffer } from '#contracts/evaluation-projects/offer.ts'
import type { ProjectSetup } from '#contracts/evaluation-projects/project.ts'
import { toCanonicalJson } from '#contracts/rules/evaluation/canonical-json.ts'
import { formatYuan } from '#contracts/rules/evaluation/describe-prices.ts'
import type { RecordedAct } from './service.ts'

type Described = { name: string; description: string; setup: ProjectSetup }
type Item = { key: string; label: string; value: string }

/** Returns what was added, removed and changed of some items: 新增甲；删除乙；丙10 → 20. */
function describeItems(before: readonly Item[], after: readonly Item[]): string[] {
  const stored = new Map(before.map((item) => [item.key, item]))
  const kept = new Set(after.map(({ key }) => key))
  return [
    ...after.filter(({ key }) => !stored.has(key)).map(({ label, value }) => `新增${label}${value}`),
    ...before.filter(({ key }) => !kept.has(key)).map(({ label }) => `删除${label}`),
    ...after.flatMap(({ key, label, value }) => {
      const earlier = stored.get(key)
      if (!earlier || (earlier.label === label && earlier.value === value)) return []
      return [`${earlier.label}${earlier.value} → ${earlier.label === label ? '' : label}${value}`]
    }),
  ]
}

const listCandidates = ({ setup }: Described): Item[] =>
  setup.candidates.map(({ key, name }) => ({ key, label: `候选“${name}”`, value: '' }))

/** Lists groups and criteria with their weights, and minimums if they are required. */
const listWeights = ({ setup }: Described): Item[] =>
  setup.groups.flatMap((group) => [
    { key: group.key, label: `“${group.title}”`, value: `权重${group.weight}` },
    ...group.criteria.map(({ key, title, weight, minimum, isRequired }) => ({
      key: `${group.key} ${key}`,
      label: `“${title}”`,
      value: `权重${weight}${isRequired ? `、必备${minimum}分` : ''}`,
    })),
  ])

/** Returns what the items of a setup don't show, of those that `other` has, too. */
function getRest({ setup }: Described, { setup: other }: Described): string {
  const { candidates, groups, ...rest } = setup
  const known = new Set(
    [...other.candidates, ...other.groups.flatMap(({ criteria }) => criteria)].map(({ key }) => key),
  )
  return toCanonicalJson({
    ...rest,
    products: candidates.filter(({ key }) => known.has(key)).map(({ key, productId }) => [key, productId]),
    criteria: groups
      .flatMap(({ criteria }) => criteria)
      .filter(({ key }) => known.has(key))
      .map(({ title: _title, weight: _weight, minimum: _minimum, isRequired: _isRequired, ...kept }) => kept),
  })
}

/** Returns what a save of name, description and setup changes; empty if nothing. */
export function describeSetupChange(before: Described, after: Described): string {
  const changes = [
    ...(before.name === after.name ? [] : [`名称：${before.name} → ${after.name}`]),
    ...(before.description === after.description ? [] : ['更改说明']),
    ...describeItems(listCandidates(before), listCandidates(after)),
    ...describeItems(listWeights(before), listWeights(after)),
    ...(getRest(before, after) === getRest(after, before) ? [] : ['更改准则或评分规则的细节']),
  ]
  return changes.join('；')
}

type Offered = { setup: Pick<ProjectSetup, 'candidates'>; offers: readonly ProjectOffer[] }

const listPrices = ({ setup, offers }: Offered): Item[] =>
  offers.map(({ candidate, price }) => ({
    key: candidate,
    label: `“${setup.candidates.find(({ key }) => key === candidate)?.name ?? candidate}”`,
    value: formatYuan(price),
  }))

/** Returns how many offers are saved and, for the project's own record, which prices change. */
export function describeOffers(
  { setup, offers }: Offered,
  saved: readonly ProjectOffer[],
): Pick<RecordedAct, 'summary' | 'detail'> {
  const changes = describeItems(listPrices({ setup, offers }), listPrices({ setup, offers: saved }))
  return { summary: `${saved.length}份`, detail: changes.join('；') }
}
