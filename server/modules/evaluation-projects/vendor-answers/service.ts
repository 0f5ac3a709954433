/** Takes what vendors have handed in to an inquiry into a project: answers as evidence, prices as offers. */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { FieldError } from '#contracts/errors.ts'
import { PROJECT_MESSAGES as MESSAGES } from '#contracts/evaluation-projects/messages.ts'
import type { ProjectOffer } from '#contracts/evaluation-projects/offer.ts'
import {
  type VendorAnswer,
  VendorAnswerListSchema,
  type VendorAnswers,
} from '#contracts/evaluation-projects/vendor-answer.ts'
import { CLAIMED_GRADE } from '#contracts/rules/evaluation/evidence-grades.ts'
import { conflict, invalidFields } from '#server/platform/app-error.ts'
import { type Clock, timestamp } from '#server/platform/clock.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database/database.ts'
import { assertMemberUnbiased } from '../interest/member-conflicts.ts'
import { canChangeOffers, canChangeTrials } from '../policy.ts'
import { assertPrecondition, type OwnerWithVersion, type Projects } from '../projects.ts'
import type { Project } from '../view.ts'
import { listVendorAnswers, saveVendorAnswers, type VendorAnswersRow } from './store.ts'

/** What one vendor has handed in about a candidate. `offer` replaces a different one only if it `overwrites`. */
export type TakenAnswers = {
  candidate: string
  invitation: string
  inquiry: string
  submittedAt: string
  hash: string
  answers: readonly VendorAnswer[]
  offer: ProjectOffer | null
  overwrites: boolean
}

const toVendorAnswers = (row: VendorAnswersRow, { setup }: Pick<Project, 'setup'>): VendorAnswers => ({
  id: row.id,
  candidate: row.candidate,
  inquiry: row.inquiry,
  submittedAt: row.submittedAt,
  hash: row.hash,
  grade: setup.grades.some(({ key }) => key === CLAIMED_GRADE) ? CLAIMED_GRADE : null,
  answers: VendorAnswerListSchema.parse(row.answersJson),
})

/** Lists what vendors have answered about the candidates of a project. */
export const readVendorAnswers = async (
  db: Queryable,
  project: Pick<Project, 'id' | 'setup'>,
): Promise<VendorAnswers[]> => (await listVendorAnswers(db, project.id)).map((row) => toVendorAnswers(row, project))

/** Throws `invalid` for unknown candidates and two offers for one; `conflict` for an offer that would be lost. */
function assertValid({ setup, offers }: Pick<Project, 'setup' | 'offers'>, taken: readonly TakenAnswers[]): void {
  const errors = taken.flatMap(({ candidate, offer }, index): FieldError[] => {
    const path = `entries.${index}.candidate`
    if (!setup.candidates.some(({ key }) => key === candidate)) return [{ path, message: MESSAGES.unknownCandidate }]
    const isRepeated = offer && taken.findIndex((other) => other.offer && other.candidate === candidate) < index
    return isRepeated ? [{ path, message: MESSAGES.offerTwice }] : []
  })
  if (errors.length > 0) throw invalidFields(errors)
  for (const { candidate, offer, overwrites } of taken)
    if (
      offer &&
      !overwrites &&
      offers.some((other) => other.candidate === candidate && !isDeepStrictEqual(other, offer))
    )
      throw conflict(MESSAGES.offerExists(setup.candidates.find(({ key }) => key === candidate)?.name ?? ''))
}

type Dependencies = { database: Database; clock: Clock; projects: Pick<Projects, 'changeInTransaction'> }

/** Creates the functions for what vendors have handed in. */
export function createVendorAnswers({ database, clock, projects }: Dependencies) {
  return {
    /** Lists the invitations whose answers a project has. */
    listInvitations: async (projectId: string): Promise<string[]> =>
      (await listVendorAnswers(database.read, projectId)).map(({ invitation }) => invitation),

    /**
     * Takes answers, which replace those taken before from the same invitations, and offers, inside the caller's
     * transaction. Throws `notFound`,
     * `versionConflict`; `conflict` after the report, for offers from 复议 on, and for a different offer that is there
     * already unless it is to be overwritten; `invalid` for unknown candidates, `forbidden` for a
     * conflict of interest.
     */
    take: (
      transaction: Transaction,
      id: string,
      taken: readonly TakenAnswers[],
      { owner, ifMatch }: OwnerWithVersion,
    ): Promise<void> =>
      projects.changeInTransaction(
        transaction,
        id,
        { owner, ifMatch, act: 'answersTaken', describe: () => ({ summary: `${taken.length}份` }) },
        async (project, { db }) => {
          assertPrecondition(canChangeTrials(project.status))
          const offers = taken.flatMap(({ offer }) => offer ?? [])
          assertPrecondition(offers.length === 0 || canChangeOffers(project.status), MESSAGES.offersLocked)
          assertValid(project, taken)
          const candidates = taken.map(({ candidate }) => candidate)
          await assertMemberUnbiased(db, project, owner.id, candidates)
          const createdAt = timestamp(clock)
          for (const { candidate, invitation, inquiry, submittedAt, hash, answers } of taken)
            await saveVendorAnswers(db, {
              id: randomUUID(),
              projectId: id,
              invitation,
              candidate,
              inquiry,
              submittedAt,
              hash,
              answersJson: JSON.stringify(answers),
              createdAt,
            })
          const kept = project.offers.filter(({ candidate }) => offers.every((offer) => offer.candidate !== candidate))
          return { offers: [...kept, ...offers] }
        },
      ),
  }
}
