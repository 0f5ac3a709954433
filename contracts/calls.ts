/** The table of all calls, in the order in which the API description shows them. */
import { accountLinkCalls } from './account-links/calls.ts'
import { alarmCalls } from './alarms/calls.ts'
import { analyticsCalls } from './analytics/calls.ts'
import { auditCalls } from './audit/calls.ts'
import { brandingCalls } from './branding/calls.ts'
import type { Call } from './call.ts'
import { qrCodeCalls } from './community/calls.ts'
import { documentCalls, documentPartCalls, documentSaveCalls, editingCalls } from './content/calls.ts'
import { descriptionCalls } from './description/calls.ts'
import { draftCalls } from './drafts/calls.ts'
import { evaluationCalls, methodCalls } from './evaluation/calls.ts'
import { evaluationAnalysisCalls } from './evaluation-analysis/calls.ts'
import { judgingCalls, projectCalls, readOnlyProjectCalls } from './evaluation-projects/calls.ts'
import { eventCalls } from './events/calls.ts'
import { attributeCalls, factCalls, factEditingCalls } from './facts/calls.ts'
import { factReviewCalls } from './facts/review-calls.ts'
import { identityCalls, twoFactorCalls } from './identity/calls.ts'
import { latestCalls } from './latest/calls.ts'
import { leadCalls, leadRequestCalls } from './leads/calls.ts'
import { mailCalls } from './mail/calls.ts'
import { memberReviewCalls, ownReviewCalls, reviewModerationCalls } from './member-reviews/calls.ts'
import { openDataCalls } from './open-data/calls.ts'
import { productReviewCalls } from './product-reviews/calls.ts'
import { catalogueCalls, productCalls } from './products/calls.ts'
import { publicationCalls, publishedEvaluationCalls, vendorStatementCalls } from './published-evaluations/calls.ts'
import { searchCalls } from './search/calls.ts'
import { settingsCalls } from './settings/calls.ts'
import { shortlistCalls } from './shortlists/calls.ts'
import { similarProductCalls } from './similar-products/calls.ts'
import { submissionReviewCalls } from './submission-review/calls.ts'
import { submissionCalls } from './submissions/calls.ts'
import { uploadCalls } from './uploads/calls.ts'
import { userCalls } from './users/calls.ts'
import { vendorCalls } from './vendors/calls.ts'

const GROUPS: readonly Readonly<Record<string, Call>>[] = [
  brandingCalls,
  documentCalls,
  documentPartCalls,
  productCalls,
  searchCalls,
  memberReviewCalls,
  ownReviewCalls,
  openDataCalls,
  latestCalls,
  similarProductCalls,
  shortlistCalls,
  factCalls,
  evaluationCalls,
  methodCalls,
  evaluationAnalysisCalls,
  projectCalls,
  judgingCalls,
  readOnlyProjectCalls,
  publishedEvaluationCalls,
  vendorStatementCalls,
  publicationCalls,
  leadRequestCalls,
  qrCodeCalls,
  eventCalls,
  submissionCalls,
  vendorCalls,
  identityCalls,
  twoFactorCalls,
  accountLinkCalls,
  documentSaveCalls,
  editingCalls,
  draftCalls,
  catalogueCalls,
  reviewModerationCalls,
  attributeCalls,
  factEditingCalls,
  factReviewCalls,
  productReviewCalls,
  submissionReviewCalls,
  leadCalls,
  userCalls,
  uploadCalls,
  mailCalls,
  settingsCalls,
  alarmCalls,
  analyticsCalls,
  auditCalls,
  descriptionCalls,
]

export const CALLS: readonly Call[] = GROUPS.flatMap((calls) => Object.values(calls))
