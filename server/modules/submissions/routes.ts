import { submissionCalls } from '#contracts/submissions/calls.ts'
import { SETTINGS_TOPIC } from '#server/modules/settings/service.ts'
import { handle } from '#server/platform/http/calls/handle.ts'
import type { SubmissionService } from './service.ts'

export const submissionRoutes = (submissions: SubmissionService) => [
  handle(submissionCalls.create, ({ body }) => submissions.submit(body)),
  handle(submissionCalls.getProgress, ({ body }) => submissions.getProgress(body)),
  handle(submissionCalls.listOwn, ({ actor }) => submissions.listOwn(actor.id)),
  handle(submissionCalls.fileRules, () => submissions.attachments.getRules(), { dependsOn: [SETTINGS_TOPIC] }),
  handle(submissionCalls.uploadFile, async ({ readFile }) =>
    submissions.attachments.save(await readFile(await submissions.attachments.getLimit())),
  ),
  handle(submissionCalls.uploadScreenshot, async ({ readFile }) =>
    submissions.attachments.saveScreenshot(await readFile(submissions.attachments.screenshotLimit)),
  ),
]
