import { projectCalls } from '#contracts/evaluation-projects/calls.ts'
import type { ProjectOffer } from '#contracts/evaluation-projects/offer.ts'
import { call } from '../../../../shared/call.ts'
import { isCallError } from '../../../../shared/call-error.ts'
import { useMutation } from '../../../../shared/use-mutation.ts'
import { type LoadedProject, useProjectCache } from '../project-queries.ts'

/** Several attempts, as another window may save between a read and the following write. */
const MAX_ATTEMPTS = 3

/** Returns a mutation that replaces the offer of a candidate, and keeps those of the others as they are by now. */
export function useSaveOffer(project: LoadedProject) {
  const cache = useProjectCache()

  async function saveOffer(offer: ProjectOffer): Promise<LoadedProject> {
    const { id } = project.data
    let { data, version } = project
    for (let attempt = 1; ; attempt += 1) {
      // First, so that its errors are at a known place.
      const offers = [offer, ...data.offers.filter(({ candidate }) => candidate !== offer.candidate)]
      try {
        return await call(projectCalls.saveOffers, { params: { id }, body: { offers }, version })
      } catch (error) {
        if (!isCallError(error) || error.status !== 412 || attempt === MAX_ATTEMPTS) throw error
        ;({ data, version } = await cache.refetch(id))
      }
    }
  }

  return useMutation({ mutationFn: saveOffer, onSuccess: cache.replace })
}
