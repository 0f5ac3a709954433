import { SITE_PAGES } from '#contracts/paths.ts'

/** The pages in the site's navigation, in order. */
export const NAVIGATION = [
  SITE_PAGES.community,
  SITE_PAGES.selection,
  SITE_PAGES.products,
  SITE_PAGES.ai,
  SITE_PAGES.evaluation,
  SITE_PAGES.submit,
] as const
