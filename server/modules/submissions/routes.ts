import { submissionCalls } from '#contracts/submissions/calls.ts'
import { SETTINGS_TOPIC } from '#server/modules/settings/service.ts'
import { answer } from '#server/platform/http/calls/answer.ts'
import type { SubmissionService } from './service.ts'

export const submissionRoutes = (submissions: SubmissionService) => [
  answer(submissionCalls.create, ({ body }) => submissions.submit(body)),
  answer(submissionCalls.getProgress, ({ body }) => submissions.getProgress(body)),
  answer(submissionCalls.listOwn, ({ actor }) => submissions.listOwn(actor.id)),
  answer(submissionCalls.fileRules, () => submissions.attachments.rules(), { dependsOn: [SETTINGS_TOPIC] }),
  answer(submissionCalls.uploadFile, async ({ readFile }) =>
    submissions.attachments.save(await readFile(await submissions.attachments.limit())),
  ),
  answer(submissionCalls.uploadScreenshot, async ({ readFile }) =>
    submissions.attachments.saveScreenshot(await readFile(submissions.attachments.screenshotLimit)),
  ),
]
