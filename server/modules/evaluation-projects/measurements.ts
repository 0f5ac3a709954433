import type { Measurement } from '#contracts/evaluation-projects/counted.ts'
import { PROJECT_MESSAGES as MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import { listMeasuredCriteria } from '#contracts/rules/evaluation/counted-criteria.ts'
import { invalidFields } from '#server/platform/app-error.ts'
import { assertMemberUnbiased, listChangedCandidates } from './interest/member-conflicts.ts'
import { canChangeOffers } from './policy.ts'
import { assertPrecondition, type OwnerWithVersion, type Projects, type VersionedProject } from './projects.ts'

/** Creates the function that saves what the pilots of candidates measured. */
export function createMeasurements({ projects }: { projects: Pick<Projects, 'change'> }) {
  return {
    /**
     * Saves the measurements of a project. Throws `notFound`, `conflict` from 复议 on, `versionConflict`, `invalid` for unknown
     * candidates and criteria that aren't measured, and `forbidden` for a conflict of interest with a changed candidate.
     */
    save: (
      id: string,
      measurements: readonly Measurement[],
      { owner, ifMatch }: OwnerWithVersion,
    ): Promise<VersionedProject> =>
      projects.change(
        id,
        { owner, ifMatch, act: 'measurementsSaved', describe: () => ({ summary: `${measurements.length}项` }) },
        async (project, { db }) => {
          const { status, setup } = project
          assertPrecondition(canChangeOffers(status), MESSAGES.measurementsLocked)
          const candidates = new Set(setup.candidates.map(({ key }) => key))
          const criteria = new Set(listMeasuredCriteria(setup).map(({ key }) => key))
          const errors = measurements.flatMap(({ candidate, criterion }, index) => [
            ...(candidates.has(candidate)
              ? []
              : [{ path: `measurements.${index}.candidate`, message: MESSAGES.unknownCandidate }]),
            ...(criteria.has(criterion)
              ? []
              : [{ path: `measurements.${index}.criterion`, message: MESSAGES.notMeasured }]),
          ])
          if (errors.length > 0) throw invalidFields(errors)
          const changed = listChangedCandidates(setup, project.measurements, measurements)
          await assertMemberUnbiased(db, project, owner.id, changed)
          return { measurements: [...measurements] }
        },
      ),
  }
}
