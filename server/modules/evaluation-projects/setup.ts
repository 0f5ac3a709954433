/** Creates and validates a project's setup. */
import type { Method } from '#contracts/evaluation/method.ts'
import { AnalysisRequestSchema } from '#contracts/evaluation-analysis/analysis.ts'
import { DEFAULT_STATEMENT } from '#contracts/evaluation-projects/default-statement.ts'
import { PROJECT_MESSAGES as MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import { type ProjectCandidate, type ProjectSetup, ProjectSetupSchema } from '#contracts/evaluation-projects/project.ts'
import type { MethodTemplate } from '#contracts/evaluation-projects/templates/template.ts'
import { createAnalysisRequest } from '#contracts/rules/evaluation/analysis-request.ts'
import { applyProfileWeights } from '#contracts/rules/evaluation/profile-weights.ts'
import { isUsableMethod } from '#server/modules/evaluation/service.ts'
import { conflict, invalidFields } from '#server/platform/app-error.ts'

/**
 * Returns the setup for a method, with the weights of a profile if one is selected. Throws `conflict` for a method
 * without criteria.
 */
export function createSetup(
  method: Method,
  candidates: readonly ProjectCandidate[],
  profileKey: string | null,
): ProjectSetup {
  if (!isUsableMethod(method)) throw conflict(MESSAGES.methodHasNoCriteria)
  const profile = method.profiles.find((item) => item.key === profileKey)
  return ProjectSetupSchema.parse({
    candidates,
    profile: profile?.key ?? null,
    groups: applyProfileWeights(method.groups, profile),
    grades: method.grades,
    thresholds: method.thresholds,
    statement: DEFAULT_STATEMENT,
    signing: 'optional',
  })
}

/** Returns the setup of a template. Thresholds, which no template has, are those of the platform's method. */
export const createTemplateSetup = (
  { id, setup }: MethodTemplate,
  method: Method,
  candidates: readonly ProjectCandidate[],
): ProjectSetup =>
  ProjectSetupSchema.parse({
    signing: 'optional',
    ...setup,
    template: id,
    candidates,
    thresholds: method.thresholds,
    statement: DEFAULT_STATEMENT,
  })

/**
 * Throws `invalid` with the path of everything that can't be analyzed: duplicate keys, too many criteria, weights that
 * add up to zero.
 */
export function assertValidSetup(setup: ProjectSetup): void {
  // Candidates may still be missing during setup.
  const candidates = setup.candidates.length > 0 ? setup.candidates : [PLACEHOLDER_CANDIDATE]
  const request = createAnalysisRequest(
    { ...setup, candidates },
    { judges: [{ id: PLACEHOLDER_CANDIDATE.key }], scores: [], offers: [] },
  )
  const { error } = AnalysisRequestSchema.safeParse(request)
  if (!error) return
  const errors = error.issues.map(({ path, message }) => ({
    path: ['setup', ...path.filter((key) => key !== 'method')].join('.'),
    message,
  }))
  throw invalidFields(errors)
}

const PLACEHOLDER_CANDIDATE = { key: 'nobody', name: '无', productId: null, catalogue: null }
