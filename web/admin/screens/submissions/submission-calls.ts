import { ADMIN_API, fillPath } from '#contracts/paths.ts'
import type {
  SubmissionNotes,
  SubmissionPage,
  SubmissionRecord,
  SubmissionReview,
} from '#contracts/submission-review/submission-review.ts'
import { callAddress, callData } from '../../calls/call.ts'
import { download } from '../../calls/download.ts'

type Said<Data> = { data: Data; message?: string }

/** What both screens of submissions keep in the query cache begins with this. */
export const SUBMISSIONS_KEY = 'submissions'

export const listSubmissions = (query: string): Promise<SubmissionPage> =>
  callAddress(`${ADMIN_API.submissionPage}?${query}`)

export const getSubmission = (id: string): Promise<SubmissionRecord> => callData(fillPath(ADMIN_API.submission, { id }))

export const reviewSubmission = (id: string, review: SubmissionReview): Promise<Said<SubmissionRecord>> =>
  callAddress(fillPath(ADMIN_API.submissionReview, { id }), { method: 'PATCH', body: review })

export const noteSubmission = (id: string, notes: SubmissionNotes): Promise<Said<SubmissionRecord>> =>
  callAddress(fillPath(ADMIN_API.submissionNotes, { id }), { method: 'PATCH', body: notes })

export const removeSubmission = (id: string): Promise<Said<null>> =>
  callAddress(fillPath(ADMIN_API.submission, { id }), { method: 'DELETE' })

export const downloadSubmissionFile = (id: string, fileId: string): Promise<void> =>
  download({ path: ADMIN_API.submissionFile }, { params: { id, fileId } })
