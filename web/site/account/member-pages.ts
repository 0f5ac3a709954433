import { SITE_PAGES } from '#contracts/paths.ts'

/** The pages of the member area, in the order of the account menu and of the navigation on these pages. */
export const MEMBER_PAGES = [
  SITE_PAGES.my,
  SITE_PAGES.myShortlists,
  SITE_PAGES.following,
  SITE_PAGES.inquiries,
  SITE_PAGES.evaluationProjects,
  SITE_PAGES.myReviews,
  SITE_PAGES.myQuestions,
  SITE_PAGES.mySubmissions,
  SITE_PAGES.myProducts,
  SITE_PAGES.myOrganisations,
  SITE_PAGES.receivedInquiries,
  SITE_PAGES.myEvents,
  SITE_PAGES.myAccount,
] as const
