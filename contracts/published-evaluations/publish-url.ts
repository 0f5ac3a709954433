/** The back-office screen for publishing evaluations, which a page of the public site links to. */
export const PUBLICATIONS_PATH = '/admin/published-evaluations'

/** Returns the URL for publishing a report's results. */
export const getPublishUrl = (reportId: string): string =>
  `${PUBLICATIONS_PATH}?publish=${encodeURIComponent(reportId)}`
