/** The form values of a project's setup, structured so that concurrent changes can be compared and merged. */
import type { ProjectSetup, ProjectUpdate, Weighting } from '#contracts/evaluation-projects/project.ts'
import { deriveWeights } from '#contracts/rules/evaluation/project-scores.ts'

/**
 * `weightings` are the weighting records by scope; that of the groups is under `GROUPS_SCOPE`. A record is serialized
 * to one string, as merging comparisons of two people would make no sense.
 */
export type SetupForm = Pick<ProjectUpdate, 'name' | 'description'> &
  Omit<ProjectSetup, 'weightings'> & { weightings: Readonly<Record<string, string>> }

/** Group keys are never empty. */
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
})

/** Returns the setup with the weights that follow from the records, as the server computes them. */
export const toProjectUpdate = ({ name, description, weightings, ...setup }: SetupForm): ProjectUpdate => ({
  name,
  description,
  setup: deriveWeights({ ...setup, weightings: Object.values(weightings).map(readWeighting) }),
})

/** Parses a record that `toSetupForm` serialized. */
export function readWeighting(text: string): Weighting {
  const weighting: Weighting = JSON.parse(text)
  return weighting
}
