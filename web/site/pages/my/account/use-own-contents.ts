import { useQueries } from '@tanstack/react-query'
import { ownRegistrationsQuery } from '../../community/event-registrations.ts'
import { projectsQuery } from '../../evaluation-projects/project-queries.ts'
import { ownReviewsQuery } from '../../member-reviews/review-queries.ts'
import { ownShortlistsQuery } from '../../shortlists/shortlist-queries.ts'
import type { OwnContents } from './closing-consequences.ts'

/** Loads what the member `userId` has on the site. */
export function useOwnContents(userId: string): { contents: OwnContents; isPending: boolean } {
  const [shortlists, projects, deletedProjects, reviews, registrations] = useQueries({
    queries: [
      ownShortlistsQuery(userId),
      projectsQuery(false),
      projectsQuery(true),
      ownReviewsQuery(userId),
      ownRegistrationsQuery(userId),
    ],
  })
  const ownProjects = projects.data?.data.filter(({ role }) => role === 'owner')
  return {
    isPending: [shortlists, projects, deletedProjects, reviews, registrations].some(({ isPending }) => isPending),
    contents: {
      shortlists: shortlists.data?.length,
      ownProjects:
        ownProjects && deletedProjects.data ? ownProjects.length + deletedProjects.data.data.length : undefined,
      judgedProjectNames: ownProjects?.filter(({ judges }) => judges > 0).map(({ name }) => name) ?? [],
      reviews: reviews.data?.length,
      registrations: registrations.data?.length,
    },
  }
}
