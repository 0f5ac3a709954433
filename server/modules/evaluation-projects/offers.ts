import { PROJECT_MESSAGES as MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import type { ProjectOffer } from '#contracts/evaluation-projects/offer.ts'
import { invalidFields } from '#server/platform/app-error.ts'
import { assertMemberUnbiased, listChangedCandidates } from './interest/member-conflicts.ts'
import { canChangeOffers } from './policy.ts'
import { assertPrecondition, type OwnerWithVersion, type Projects, type VersionedProject } from './projects.ts'
import { describeOffers } from './record/describe-changes.ts'

/** Creates the function that saves what candidates cost. */
export function createOffers({ projects }: { projects: Pick<Projects, 'change'> }) {
  return {
    /**
     * Saves the offers of a project. Throws `notFound`, `conflict` from 复议 on, `versionConflict`, `invalid` for unknown
     * candidates, and `forbidden` for those with which the member has a conflict of interest.
     */
    save: (
      id: string,
      offers: readonly ProjectOffer[],
      { owner, ifMatch }: OwnerWithVersion,
    ): Promise<VersionedProject> =>
      projects.change(
        id,
        { owner, ifMatch, act: 'offersSaved', describe: (before) => describeOffers(before, offers) },
        async (project, { db }) => {
          const { status, setup } = project
          assertPrecondition(canChangeOffers(status), MESSAGES.offersLocked)
          const candidates = new Set(setup.candidates.map(({ key }) => key))
          const errors = offers.flatMap(({ candidate }, index) =>
            candidates.has(candidate)
              ? []
              : [{ path: `offers.${index}.candidate`, message: MESSAGES.unknownCandidate }],
          )
          if (errors.length > 0) throw invalidFields(errors)
          const changed = listChangedCandidates(setup, project.offers, offers)
          await assertMemberUnbiased(db, project, owner.id, changed)
          return { offers: [...offers] }
        },
      ),
  }
}
