import { reviewModerationCalls } from '#contracts/member-reviews/calls.ts'
import type { BulkReviewDecision, ReviewDecision } from '#contracts/member-reviews/moderation.ts'
import { callAdmin } from '../../calls/call.ts'
import { download } from '../../calls/download.ts'
import { queryOf } from '../../calls/query-of.ts'

export const memberReviewQuery = (id: string) => queryOf(reviewModerationCalls.get, { params: { id } })

export const decideReview = (id: string, body: ReviewDecision) =>
  callAdmin(reviewModerationCalls.decide, { params: { id }, body })

export const decideReviews = (body: BulkReviewDecision) => callAdmin(reviewModerationCalls.decideMany, { body })

export const downloadProof = (id: string) => download(reviewModerationCalls.downloadProof, { params: { id } })

export const saveVendorReply = (id: string, text: string) =>
  callAdmin(reviewModerationCalls.reply, { params: { id }, body: { text } })

export const removeReply = (id: string) => callAdmin(reviewModerationCalls.removeReply, { params: { id } })
