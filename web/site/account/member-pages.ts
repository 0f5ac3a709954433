import { SITE_PAGES } from '#contracts/paths.ts'

/** The pages of what is a member's own, in the order of the account's menu and of their navigation. */
export const MEMBER_PAGES = [
  SITE_PAGES.my,
  SITE_PAGES.myShortlists,
  SITE_PAGES.evaluationProjects,
  SITE_PAGES.myReviews,
  SITE_PAGES.mySubmissions,
  SITE_PAGES.myProducts,
  SITE_PAGES.myEvents,
] as const
