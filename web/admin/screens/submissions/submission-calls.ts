import type { Received } from '#contracts/call.ts'
import { submissionReviewCalls } from '#contracts/submission-review/calls.ts'
import type { SubmissionNotes, SubmissionReview } from '#contracts/submission-review/submission-review.ts'
import { callAdmin } from '../../calls/call.ts'
import { download } from '../../calls/download.ts'

/** What both screens of submissions keep in the query cache begins with this. */
export const SUBMISSIONS_KEY = 'submissions'

export type SubmissionPage = Received<typeof submissionReviewCalls.list>

export const listSubmissions = (query: string) => callAdmin(submissionReviewCalls.list, { query })

export const getSubmission = async (id: string) => (await callAdmin(submissionReviewCalls.get, { params: { id } })).data

export const reviewSubmission = (id: string, body: SubmissionReview) =>
  callAdmin(submissionReviewCalls.review, { params: { id }, body })

export const noteSubmission = (id: string, body: SubmissionNotes) =>
  callAdmin(submissionReviewCalls.saveNotes, { params: { id }, body })

export const removeSubmission = (id: string) => callAdmin(submissionReviewCalls.remove, { params: { id } })

export const downloadSubmissionFile = (id: string, fileId: string) =>
  download(submissionReviewCalls.downloadFile, { params: { id, fileId } })
