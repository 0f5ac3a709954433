import { buildPageUrl } from '#contracts/page-url.ts'
import { SITE_PAGES } from '#contracts/paths.ts'

const { path, parameters } = SITE_PAGES.community

/** The URL of the event calendar, a tab of the community page. */
export const EVENTS_URL = buildPageUrl(path, parameters, { tab: 'events' })
