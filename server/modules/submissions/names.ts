/** The change feed's name for the submissions. */
export const SUBMISSIONS_NAME = 'submissions'
