/** The mails about an inquiry: to vendors, who have no account, and to those who ask. */
import type { HandedInBy } from '#contracts/inquiries/question.ts'
import type { MailKind } from '#contracts/mail/mail.ts'
import { PAGES } from '#contracts/paths.ts'
import { escapeHtml } from '#contracts/rules/escape-html.ts'
import { formatMinuteInShanghai } from '#contracts/rules/shanghai-time.ts'
import { greeting, mailLink, paragraphs } from '#server/platform/mail/mail-text.ts'

type MailText = { kind: MailKind; subject: string; html: string }

/** What mails to vendors name. `askerName` is '' if the owner doesn't give a name. */
export type NamedInquiry = { title: string; deadline: string; askerName: string; productName: string; siteName: string }

/** Formats the deadline for readers: `2026-12-11 17:00（北京时间）`. */
export const describeDeadline = (deadline: string): string => formatMinuteInShanghai(new Date(deadline))

const describeAsker = (askerName: string) => (askerName === '' ? '一位采购方（未署名）' : escapeHtml(askerName))

/** Why a vendor gets mails, and how to end them; every mail to vendors ends with it. */
const getReason = ({ productName, siteName }: NamedInquiry, hasLink: boolean): string =>
  `您收到这封邮件，是因为有人在“${escapeHtml(siteName)}”把这个邮箱填作“${escapeHtml(productName)}”的厂商联系方式。${
    hasLink
      ? '如果不想参加，或不想再收到任何征询邮件，请打开邀请邮件中的链接，选择“不参加”。'
      : '这次征询不再给您寄邮件；今后再收到别的邀请而不想要的，请打开其中的链接，选择“不参加，或不再接收征询邮件”。'
  }`

/** Returns the mail with the link, which only its recipient gets. */
export function createInvitationMail(inquiry: NamedInquiry, link: string): MailText {
  const { title, deadline, askerName, productName, siteName } = inquiry
  return {
    kind: 'inquiryInvitation',
    subject: `征询：${title}（${productName}）`,
    html: paragraphs(
      '您好：',
      `${describeAsker(askerName)}通过“${escapeHtml(siteName)}”，就“${escapeHtml(productName)}”向贵公司征询“${escapeHtml(title)}”。请在${describeDeadline(deadline)}（北京时间）之前填写并提交：`,
      mailLink(link, '打开征询'),
      '不需要注册账号。填写的内容随时保存，可以分几次填，也可以把链接转给同事一起填；有链接的人都能看到贵公司的回答，请不要转给公司以外的人。',
      '回答、报价与文件都加密保存。截止并开启之前，询问人、其他厂商与平台的工作人员都不能查看。',
      getReason(inquiry, true),
    ),
  }
}

/** Those that can be caused any number of times, and are limited for each address; no other is ever dropped. */
const REPEATABLE: readonly Notice[] = ['submitted', 'withdrawn', 'clarification']

/** Those after which the link in the invitation doesn't work any more. */
const LAST: readonly Notice[] = ['revoked', 'ended', 'cancelled']

type NoticeTexts = { subject: string; text: (inquiry: NamedInquiry) => string }

/** Fixed texts of notices to vendors; `{note}` is what the owner wrote. */
const NOTICES = {
  addendum: {
    subject: '征询有补遗',
    text: ({ deadline }) =>
      `询问人发出了补遗：<br>{note}<br>截止时间为${describeDeadline(deadline)}（北京时间）。请用邀请邮件中的链接打开，看过后确认；已经提交的，需要再提交一次，才算确认了补遗。`,
  },
  reminder: {
    subject: '征询即将截止',
    text: ({ title, deadline, productName }) =>
      `还没有收到贵公司的回答。征询将于${describeDeadline(deadline)}（北京时间）截止，逾期不再接收；填写了而没有提交的，不算回答。请用邀请邮件（主题“征询：${escapeHtml(title)}（${escapeHtml(productName)}）”）中的链接打开，填写并提交。找不到邀请邮件的，请联系询问人重寄。截止之前只提醒这一次。{note}`,
  },
  clarification: {
    subject: '征询有新的答复',
    text: () => '询问人答复了一条提问，所有受邀厂商都收到同样的答复：<br>{note}',
  },
  submitted: {
    subject: '已收到回答',
    text: ({ deadline }) =>
      `贵公司的回答已提交，内容的SHA-256为：<br>{note}<br>开启记录中会列出同样的值，可据此核对。${describeDeadline(deadline)}（北京时间）之前，可以用邀请邮件中的链接修改后再次提交，或者撤回。`,
  },
  withdrawn: {
    subject: '回答已撤回',
    text: ({ deadline }) =>
      `贵公司提交的回答已{note}撤回，不再算作回答。填写的内容还在，${describeDeadline(deadline)}（北京时间）之前，可以用邀请邮件中的链接再次提交。`,
  },
  opener: {
    subject: '开启人有更换',
    text: () =>
      '这份征询须由两人一同确认开启。询问人更换了其中的第二位，仍须两人都确认才能开启。原因：<br>{note}<br>更换记在开启记录中。',
  },
  opened: {
    subject: '回答已开启',
    text: () => '征询已截止，各厂商的回答已经开启。贵公司所提交内容的SHA-256为：<br>{note}<br>请与提交时的回执核对。',
  },
  selected: { subject: '征询结果', text: () => '{note}' },
  notSelected: { subject: '征询结果', text: () => '{note}' },
  closed: { subject: '征询已结束', text: () => '{note}' },
  revoked: { subject: '邀请已撤销', text: () => '询问人撤销了这次邀请，邀请邮件中的链接不再有效。{note}' },
  ended: {
    subject: '征询已结束',
    text: () => '询问人删除了这次征询，没有告知结果。贵公司的回答与文件已一并删除。{note}',
  },
  cancelled: {
    subject: '征询已取消',
    text: () =>
      '征询已由询问人取消，不再开启。贵公司的回答没有被任何人查看，已经连同密钥一并销毁；贵公司存入自己回答库的仍在。{note}',
  },
} as const satisfies Record<string, NoticeTexts>
export type Notice = keyof typeof NOTICES

/** Returns a notice to a vendor. `note` is plain text. */
export function createNotice(notice: Notice, inquiry: NamedInquiry, note: string): MailText {
  const { subject, text } = NOTICES[notice]
  const { title, productName } = inquiry
  return {
    kind: REPEATABLE.includes(notice) ? 'inquiryReceipt' : 'inquiryNotice',
    subject: `${subject}：${title}（${productName}）`,
    html: paragraphs(
      '您好：',
      `关于征询“${escapeHtml(title)}”（${escapeHtml(productName)}）：`,
      text(inquiry).replace('{note}', () => escapeHtml(note).replaceAll('\n', '<br>')),
      getReason(inquiry, !LAST.includes(notice)),
    ),
  }
}

/** Says who acts for a vendor, before a verb: one of its people, or whoever has the link. */
export const describeActor = (by: HandedInBy | null): string =>
  by === null ? '用邀请邮件中的链接' : `由${by.organisation}的${by.name}`

/** What somebody else did with what a colleague had handed in; `{actor}` is who. */
const SUBMITTER_NOTICES = {
  withdrawn: {
    subject: '您提交的回答已撤回',
    text: '您提交的回答已{actor}撤回，不再算作回答。填写的内容还在，{deadline}（北京时间）之前可以再次提交。',
  },
  replaced: {
    subject: '您提交的回答已被替换',
    text: '您提交回答之后，又{actor}再次提交，以新提交的为准。{deadline}（北京时间）之前可以查看与修改。',
  },
  declined: {
    subject: '您提交的回答已撤回',
    text: '已{actor}答复“不参加”，您提交的回答随之撤回，不再算作回答。改变主意的，{deadline}（北京时间）之前可以再次提交。',
  },
} as const
export type SubmitterNotice = keyof typeof SUBMITTER_NOTICES

type SubmitterNoticeInput = { name: string; organisation: string; by: HandedInBy | null; publicUrl: string }

/** Returns a mail to whoever handed in by their own account. */
export function createSubmitterNotice(
  notice: SubmitterNotice,
  { title, productName, deadline, siteName }: NamedInquiry,
  { name, organisation, by, publicUrl }: SubmitterNoticeInput,
): MailText {
  const { subject, text } = SUBMITTER_NOTICES[notice]
  const sentence = text
    .replace('{actor}', () => escapeHtml(describeActor(by)))
    .replace('{deadline}', () => describeDeadline(deadline))
  return {
    kind: 'inquiryReceipt',
    subject: `${subject}：${title}（${productName}）`,
    html: paragraphs(
      greeting(name),
      `关于征询“${escapeHtml(title)}”（${escapeHtml(productName)}）：`,
      sentence,
      mailLink(publicUrl + PAGES.receivedInquiries, '打开收到的征询'),
      `您收到这封邮件，是因为您在“${escapeHtml(siteName)}”以${escapeHtml(organisation)}成员的身份提交了回答。退出组织之后，不再寄给您。`,
    ),
  }
}

type OwnerNoticeInput = { id: string; title: string; publicUrl: string; siteName: string; note: string }

/** `reason` says why the mail comes, and how to end it. */
const OWNER_NOTICES = {
  question: {
    subject: '厂商有提问',
    text: '有厂商就征询“{title}”提问，答复会发给所有受邀厂商：',
    reason: '您是这份征询的负责人或协作者，厂商在截止之前的提问都寄给您。移交征询或退出协作之后，不再寄给您。',
  },
  confirmAsOwner: {
    subject: '请确认开启',
    text: '征询“{title}”已截止，第二位确认人已确认开启，还需要负责人或共同所有人登录后确认，其中一位确认即可：',
    reason:
      '您是这份征询的负责人或共同所有人，开启须两人确认。每次确认只寄一封；结束征询、移交征询或退出协作之后，不再寄给您。',
  },
  confirmAsOpener: {
    subject: '请确认开启',
    text: '征询“{title}”已截止，询问人已确认开启，还需要您登录后确认：',
    reason:
      '询问人把您的邮箱填作须一同确认开启的人。不愿担任的，请让询问人在征询页更换第二位确认人，更换之后不再寄给您。',
  },
  opened: {
    subject: '征询已开启',
    text: '征询“{title}”的回答已经开启，登录后可以查看：',
    reason:
      '您是这份征询的负责人、协作者或第二位确认人。开启只寄这一封；移交征询或退出协作之后，征询的邮件不再寄给您。',
  },
} as const
export type OwnerNotice = keyof typeof OWNER_NOTICES

/** Returns a mail to the owner, or to the second person who confirms the opening. */
export function createOwnerNotice(
  notice: OwnerNotice,
  { id, title, publicUrl, siteName, note }: OwnerNoticeInput,
): MailText {
  const { subject, text, reason } = OWNER_NOTICES[notice]
  return {
    kind: 'inquiryOwnerNotice',
    subject: `${subject}：${title}`,
    html: paragraphs(
      '您好：',
      text.replace('{title}', () => escapeHtml(title)),
      ...(note === '' ? [] : [escapeHtml(note).replaceAll('\n', '<br>')]),
      mailLink(publicUrl + PAGES.inquiry(id), '打开征询'),
      `您收到这封邮件，是因为在“${escapeHtml(siteName)}”，${reason}`,
    ),
  }
}
