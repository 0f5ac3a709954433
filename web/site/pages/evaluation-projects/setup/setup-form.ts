/** The form values of a project's setup, structured so that concurrent changes can be compared and merged. */
import type { ProjectSetup, ProjectUpdate, Weighting } from '#contracts/evaluation-projects/project.ts'
import { deriveWeights } from '#contracts/rules/evaluation/derived-weights.ts'

/**
 * The form values. `weightings` contains the weightings by scope; the scope of the groups is `GROUPS_SCOPE`. A
 * weighting is serialized to a string, so that comparisons by two people aren't merged, which would make no sense.
 */
export type SetupForm = Pick<ProjectUpdate, 'name' | 'description'> &
  Omit<ProjectSetup, 'weightings'> & { weightings: Readonly<Record<string, string>> }

/** Differs from the keys of groups, which are never empty. */
export const GROUPS_SCOPE = ''

export const toSetupForm = ({ name, description, setup }: ProjectUpdate): SetupForm => ({
  name,
  description,
  candidates: setup.candidates,
  profile: setup.profile,
  groups: setup.groups,
  weightings: Object.fromEntries(
    setup.weightings.map((weighting) => [weighting.scope ?? GROUPS_SCOPE, JSON.stringify(weighting)]),
  ),
  grades: setup.grades,
  thresholds: setup.thresholds,
  aggregate: setup.aggregate,
  ...(setup.template !== undefined && { template: setup.template }),
  ...(setup.statement !== undefined && { statement: setup.statement }),
  ...(setup.signing !== undefined && { signing: setup.signing }),
})

/** Returns the project's values, with the weights that follow from the weightings, as the server computes them. */
export const toProjectUpdate = ({ name, description, weightings, ...setup }: SetupForm): ProjectUpdate => ({
  name,
  description,
  setup: deriveWeights({ ...setup, weightings: Object.values(weightings).map(parseWeighting) }),
})

/** Parses a weighting that was serialized by `toSetupForm`. */
export function parseWeighting(text: string): Weighting {
  const weighting: Weighting = JSON.parse(text)
  return weighting
}
