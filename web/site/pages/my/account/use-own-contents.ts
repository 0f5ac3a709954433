import { useQueries } from '@tanstack/react-query'
import { ownRegistrationsQuery } from '../../community/event-registrations.ts'
import { projectsQuery } from '../../evaluation-projects/project-queries.ts'
import { ownReviewsQuery } from '../../member-reviews/review-queries.ts'
import { ownShortlistsQuery } from '../../shortlists/shortlist-queries.ts'
import type { OwnContents } from './closing-consequences.ts'

/** Loads what the member `userId` has on the site. */
export function useOwnContents(userId: string): { contents: OwnContents; isPending: boolean } {
  const [shortlists, projects, bin, reviews, registrations] = useQueries({
    queries: [
      ownShortlistsQuery(userId),
      projectsQuery({ isRecycled: false }),
      projectsQuery({ isRecycled: true }),
      ownReviewsQuery(userId),
      ownRegistrationsQuery(userId),
    ],
  })
  // Only owners have a recycle bin; the other list contains the projects that the member judges, too.
  const ownProjects = projects.data?.data.filter(({ role }) => role === 'owner')
  const deletedProjects = bin.data?.data
  return {
    isPending: [shortlists, projects, bin, reviews, registrations].some(({ isPending }) => isPending),
    contents: {
      shortlistCount: shortlists.data?.length,
      projectCount: ownProjects && deletedProjects && ownProjects.length + deletedProjects.length,
      judgedProjectNames: ownProjects?.filter(({ judges }) => judges > 0).map(({ name }) => name) ?? [],
      reviewCount: reviews.data?.length,
      registrationCount: registrations.data?.length,
    },
  }
}
