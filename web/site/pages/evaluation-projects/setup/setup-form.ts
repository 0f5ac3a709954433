/** A project's setup as its form edits it: so shaped that two people's changes can be told apart and merged. */
import type { ProjectSetup, ProjectUpdate, Weighting } from '#contracts/evaluation-projects/project.ts'
import { deriveWeights } from '#contracts/rules/evaluation/project-scores.ts'

/**
 * `weightings` has the record of each level by its scope, that of the groups under `GROUPS_SCOPE`. A record is one text:
 * half of one person's comparisons and half of another's are nobody's.
 */
export type SetupForm = Pick<ProjectUpdate, 'name' | 'description'> &
  Omit<ProjectSetup, 'weightings'> & { weightings: Readonly<Record<string, string>> }

/** No group has a blank key. */
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

/** Returns the setup with the weights that the records come to, as the server will have them. */
export const toProjectUpdate = ({ name, description, weightings, ...setup }: SetupForm): ProjectUpdate => ({
  name,
  description,
  setup: deriveWeights({ ...setup, weightings: Object.values(weightings).map(readWeighting) }),
})

/** Reads a record that `toSetupForm` wrote. */
export function readWeighting(text: string): Weighting {
  const weighting: Weighting = JSON.parse(text)
  return weighting
}
