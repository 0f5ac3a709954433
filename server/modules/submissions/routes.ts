import { vendorMessageCalls } from '#contracts/submission-messages/calls.ts'
import { submissionCalls } from '#contracts/submissions/calls.ts'
import { SETTINGS_TOPIC } from '#server/modules/settings/service.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import type { SubmissionService } from './service.ts'

/** Routes for vendors: submitting a product with its files, and following its progress. */
export const submissionRoutes = (submissions: SubmissionService) => [
  defineRoute(submissionCalls.create, ({ body }) => submissions.submit(body)),
  defineRoute(submissionCalls.getProgress, ({ body }) => submissions.getProgress(body)),
  defineRoute(submissionCalls.getCorrectionForm, ({ body }) => submissions.corrections.getForm(body)),
  defineRoute(submissionCalls.correct, ({ body }) => submissions.corrections.correct(body)),
  defineRoute(vendorMessageCalls.list, ({ body }) => submissions.conversations.listForVendor(body)),
  defineRoute(vendorMessageCalls.send, ({ body }) => submissions.conversations.sendAsVendor(body)),
  defineRoute(submissionCalls.listOwn, ({ user }) => submissions.listOwn(user.id)),
  defineRoute(submissionCalls.fileRules, () => submissions.attachments.getRules(), { invalidatedBy: [SETTINGS_TOPIC] }),
  defineRoute(submissionCalls.uploadFile, async ({ readFile }) =>
    submissions.attachments.save(await readFile(await submissions.attachments.getUploadLimit())),
  ),
  defineRoute(submissionCalls.uploadScreenshot, async ({ readFile }) =>
    submissions.attachments.saveScreenshot(await readFile(submissions.attachments.screenshotLimit)),
  ),
]
