/** Checks of the evaluation standards that are published: weights that add up, and profiles that name existing criteria. */
import type { FieldError } from '../../errors.ts'

type Weighted = { percentage: number }
type Criterion = Weighted & { key: string; title: string }
type Group = Weighted & { title: string; criteria: readonly Criterion[] }
type Profile = { title: string; weights: readonly (Weighted & { criterion: string })[] }
/** The parts of the document's evaluation standards that are checked. */
type Standards = { groups: readonly Group[]; profiles: readonly Profile[] }

/** The sum that weights of the method have to have. */
export const FULL_WEIGHT = 100

/** Returns the sum of percentages, without the rounding errors of binary fractions. */
export const sumPercentages = (items: readonly Weighted[]): number =>
  Math.round(items.reduce((sum, { percentage }) => sum + percentage, 0) * 1_000) / 1_000

/**
 * Lists the weights that don't add up: those of the groups to 100, those of a group's criteria to the group's. Standards
 * without weights are not used for scoring, and are not checked.
 */
export function listWeightErrors({ groups }: Pick<Standards, 'groups'>): FieldError[] {
  if (groups.every(({ percentage }) => percentage === 0)) return []
  const path = 'evaluationStandards.groups'
  const sum = sumPercentages(groups)
  return [
    ...(sum === FULL_WEIGHT ? [] : [{ path, message: `各标准组的占比合计${sum}%，应为100%` }]),
    ...groups.flatMap(({ title, percentage, criteria }, index) => {
      const criteriaSum = sumPercentages(criteria)
      if (criteriaSum === percentage) return []
      const message = `“${title}”各准则的占比合计${criteriaSum}%，应等于该组的占比${percentage}%`
      return [{ path: `${path}.${index}.criteria`, message }]
    }),
  ]
}

const listCriteria = ({ groups }: Pick<Standards, 'groups'>) => groups.flatMap(({ criteria }) => criteria)

/** Lists the profiles' weights that name a criterion that doesn't exist. */
export function listProfileErrors(standards: Pick<Standards, 'groups' | 'profiles'>): FieldError[] {
  const titles = new Set(listCriteria(standards).map(({ title }) => title))
  return standards.profiles.flatMap(({ weights }, profile) =>
    weights.flatMap(({ criterion }, index) =>
      titles.has(criterion)
        ? []
        : [
            {
              path: `evaluationStandards.profiles.${profile}.weights.${index}.criterion`,
              message: `评估标准中没有名为“${criterion}”的准则，请从列表中选择`,
            },
          ],
    ),
  )
}

/** Returns the sum that a profile's own weights should have: 100 less the weights of the criteria that it doesn't list. */
export function getProfileWeight({ groups }: Pick<Standards, 'groups'>, { weights }: Pick<Profile, 'weights'>): number {
  const ownCriteria = new Set(weights.map(({ criterion }) => criterion))
  const others = listCriteria({ groups }).filter(({ title }) => !ownCriteria.has(title))
  return sumPercentages([{ percentage: FULL_WEIGHT }, ...others.map(({ percentage }) => ({ percentage: -percentage }))])
}

/** Lists the profiles whose weights, with those of the criteria that they don't list, don't add up to 100. */
function listProfileWeightErrors({ groups, profiles }: Pick<Standards, 'groups' | 'profiles'>): FieldError[] {
  return profiles.flatMap((profile, index) => {
    const sum = sumPercentages(profile.weights)
    const expected = getProfileWeight({ groups }, profile)
    if (profile.weights.length === 0 || sum === expected) return []
    const total = sumPercentages([{ percentage: FULL_WEIGHT + sum }, { percentage: -expected }])
    const message = `场景“${profile.title}”与其余准则的占比合计${total}%，应为${FULL_WEIGHT}%`
    return [{ path: `evaluationStandards.profiles.${index}.weights`, message }]
  })
}

/** Lists the criteria whose title another one has, because profiles name criteria by their titles. */
function listTitleErrors({ groups }: Pick<Standards, 'groups'>): FieldError[] {
  const titles = new Set<string>()
  return groups.flatMap(({ criteria }, group) =>
    criteria.flatMap(({ title }, index) => {
      const isRepeated = titles.has(title)
      titles.add(title)
      const path = `evaluationStandards.groups.${group}.criteria.${index}.title`
      return isRepeated ? [{ path, message: `有两项准则都名为“${title}”` }] : []
    }),
  )
}

/** Lists everything that prevents standards from being published as a version of the method. */
export function listStandardErrors(standards: Standards): FieldError[] {
  const nameErrors = [...listTitleErrors(standards), ...listProfileErrors(standards)]
  const weightErrors = listWeightErrors(standards)
  // A profile's sum only means something once the method's weights and the profile's names are right.
  const hasOtherErrors = nameErrors.length + weightErrors.length > 0
  return [...weightErrors, ...nameErrors, ...(hasOtherErrors ? [] : listProfileWeightErrors(standards))]
}

/** Returns standards whose profiles name the criteria that were renamed since `stored` by their new titles. */
export function carryRenamedCriteria<Saved extends Pick<Standards, 'groups' | 'profiles'>>(
  standards: Saved,
  stored: Pick<Standards, 'groups'>,
): Saved {
  const criteria = listCriteria(standards)
  const titles = new Set(criteria.map(({ title }) => title))
  const titleByKey = new Map(criteria.map(({ key, title }) => [key, title]))
  const newTitles = new Map(
    listCriteria(stored).flatMap(({ key, title }) => {
      const newTitle = titleByKey.get(key)
      return newTitle === undefined || titles.has(title) ? [] : [[title, newTitle]]
    }),
  )
  if (newTitles.size === 0) return standards
  const profiles = standards.profiles.map((profile) => ({
    ...profile,
    weights: profile.weights.map((weight) => ({
      ...weight,
      criterion: newTitles.get(weight.criterion) ?? weight.criterion,
    })),
  }))
  return { ...standards, profiles }
}
