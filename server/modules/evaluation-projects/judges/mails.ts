/** The mails to a member who is invited to score a project. */
import type { MailKind } from '#contracts/mail/mail.ts'
import { buildPageUrl } from '#contracts/page-url.ts'
import { PAGES, SITE_PAGES } from '#contracts/paths.ts'
import { escapeHtml } from '#contracts/rules/escape-html.ts'
import { greeting, mailLink, paragraphs } from '#server/platform/mail/mail-text.ts'

type JudgeMailInput = {
  siteName: string
  publicUrl: string
  judgeName: string
  projectId: string
  projectName: string
  ownerName: string
}

type JudgeMailTexts = { kind: MailKind; subject: (projectName: string) => string; request: string; note: string }

/** `{owner}`, `{site}` and `{project}` are replaced. */
const TEXTS = {
  invitation: {
    kind: 'judgeInvitation',
    subject: (projectName) => `邀请您担任评委：${projectName}`,
    request: '{owner}邀请您在“{site}”为评估项目“{project}”打分。请用这个邮箱的账号登录后打开：',
    note: '项目开始打分后，页面即可打开。提交之前，您与其他评委互相看不到分数。如果您并不知情，请忽略这封邮件。',
  },
  scoringStarted: {
    kind: 'judgeReminder',
    subject: (projectName) => `可以打分了：${projectName}`,
    request: '“{site}”的评估项目“{project}”已开始打分。请用这个邮箱的账号登录，逐项打分后提交：',
    note: '评分自动保存，可以分几次完成。复议开始之前没有提交的评分不计入。',
  },
  reminder: {
    kind: 'judgeReminder',
    subject: (projectName) => `请提交评分：${projectName}`,
    request: '{owner}提醒您：“{site}”的评估项目“{project}”还在等您提交评分。请用这个邮箱的账号登录后继续：',
    note: '已填写的评分都还在。复议开始之前没有提交的评分不计入。',
  },
} as const satisfies Record<string, JudgeMailTexts>
export type JudgeMailOccasion = keyof typeof TEXTS

/** Returns a mail. Its link opens the project only for that member's account, so it contains no secret. */
export function createJudgeMail(
  occasion: JudgeMailOccasion,
  { siteName, publicUrl, judgeName, projectId, projectName, ownerName }: JudgeMailInput,
): { kind: MailKind; subject: string; html: string } {
  const { kind, subject, request, note } = TEXTS[occasion]
  const url = publicUrl + buildPageUrl(PAGES.judging, SITE_PAGES.judging.parameters, { project: projectId })
  const names: Record<string, string> = { owner: ownerName, site: siteName, project: projectName }
  return {
    kind,
    subject: subject(projectName),
    html: paragraphs(
      greeting(judgeName),
      request.replaceAll(/\{(\w+)\}/g, (_, name: string) => escapeHtml(names[name] ?? '')),
      mailLink(url, '打开评分页面'),
      note,
    ),
  }
}
