/** Where staff publish evaluations: a screen of the back office that a page of the site leads to. */
export const PUBLICATIONS_PATH = '/admin/published-evaluations'

/** Returns where the results of a report are published. */
export const getPublishAddress = (reportId: string): string =>
  `${PUBLICATIONS_PATH}?publish=${encodeURIComponent(reportId)}`
