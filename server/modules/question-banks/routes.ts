import { MB, TABLE } from '#contracts/limits.ts'
import { TABLE_MESSAGES } from '#contracts/messages/table.ts'
import { ownQuestionBankCalls, platformQuestionBankCalls, questionBankCalls } from '#contracts/question-banks/calls.ts'
import { defineRoute } from '#server/platform/http/calls/define-route.ts'
import { download } from '#server/platform/http/replies/download.ts'
import type { QuestionBankService } from './service.ts'

const UPLOAD_LIMIT = { maxBytes: TABLE.bytes, tooLargeMessage: TABLE_MESSAGES.tableTooLarge(TABLE.bytes / MB) }

/** Routes for everyone, for members and their own banks, and for staff. */
export const questionBankRoutes = (banks: QuestionBankService) => [
  defineRoute(questionBankCalls.list, () => banks.listPublic()),
  defineRoute(questionBankCalls.get, ({ params, query }) => banks.getPublic(params.bank, query.version)),
  defineRoute(questionBankCalls.export, async ({ params, query }) =>
    download(await banks.exportPublic(params.bank, query)),
  ),
  defineRoute(questionBankCalls.downloadMaterial, async ({ params, query }) =>
    download(await banks.getMaterial(params.bank, query.version)),
  ),

  defineRoute(ownQuestionBankCalls.list, ({ user }) => banks.listOwn(user.id)),
  defineRoute(ownQuestionBankCalls.get, ({ params, query, user }) => banks.getOwn(params.bank, query.version, user.id)),
  defineRoute(ownQuestionBankCalls.save, ({ params, body, user }) => banks.saveOwn(params.bank, body, user)),
  defineRoute(ownQuestionBankCalls.import, async ({ params, readFile, user }) => {
    const { bytes, name, fields } = await readFile(UPLOAD_LIMIT)
    return banks.importOwn(params.bank, fields, { file: { bytes, name }, actor: user })
  }),
  defineRoute(ownQuestionBankCalls.export, async ({ params, query, user }) =>
    download(await banks.exportOwn(params.bank, query, user.id)),
  ),
  defineRoute(ownQuestionBankCalls.remove, ({ params, user }) => banks.removeOwn(params.bank, user)),
  defineRoute(ownQuestionBankCalls.copy, ({ params, body, user }) => banks.copyToProject(params.id, body, user)),

  defineRoute(platformQuestionBankCalls.list, () => banks.listPlatform()),
  defineRoute(platformQuestionBankCalls.get, ({ params, query }) => banks.getPlatform(params.bank, query.version)),
  defineRoute(platformQuestionBankCalls.import, async ({ params, readFile, user }) => {
    const { bytes, name, fields } = await readFile(UPLOAD_LIMIT)
    return banks.importPlatform(params.bank, fields, { file: { bytes, name }, actor: user })
  }),
  defineRoute(platformQuestionBankCalls.publish, ({ params, body, user }) =>
    banks.publish(params.bank, body.version, user),
  ),
  defineRoute(platformQuestionBankCalls.withdraw, ({ params, user }) => banks.withdraw(params.bank, user)),
]
