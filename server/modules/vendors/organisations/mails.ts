/** The mails about organisations of vendors: each says why it came. */
import type { MailKind } from '#contracts/mail/mail.ts'
import { escapeHtml } from '#contracts/rules/escape-html.ts'
import { VENDOR_ROLES, type VendorRole } from '#contracts/vendors/organisation-roles.ts'
import { greeting, mailLink, paragraphs } from '#server/platform/mail/mail-text.ts'

type Subject = { siteName: string; organisation: string }
export type OrganisationOccasion =
  | { occasion: 'invited'; actor: string; role: VendorRole }
  | { occasion: 'removed'; actor: string }
  | { occasion: 'promoted' }
  | { occasion: 'founded'; products: readonly string[] }
  | { occasion: 'approved' }
  | { occasion: 'rejected'; reason: string }
  | { occasion: 'dissolved' }
  | { occasion: 'departed'; products: readonly string[] }
  | { occasion: 'replaced'; product: string }

/** To those who can't open the organisation. */
const WITHOUT_LINK: readonly OrganisationOccasion['occasion'][] = ['removed', 'replaced', 'dissolved']

type Texts = { subject: string; text: string; note: string }

/** Returns the texts; names in them aren't escaped yet. */
function describe(what: OrganisationOccasion, { siteName, organisation }: Subject): Texts {
  const name = `厂商组织“${organisation}”`
  switch (what.occasion) {
    case 'invited':
      return {
        subject: `邀请您加入厂商组织：${organisation}`,
        text: `${what.actor}在“${siteName}”邀请您加入${name}，担任${VENDOR_ROLES[what.role]}，一起代表它的产品。请用这个邮箱的账号登录后接受；还没有账号的，请先用这个邮箱注册并验证。`,
        note: '收到这封邮件，是因为对方填写了这个邮箱。如果您并不知情，请忽略；不接受就不会加入，加入后可以随时退出。',
      }
    case 'removed':
      return {
        subject: `您不再代表厂商组织：${organisation}`,
        text: `${what.actor}已把您移出“${siteName}”的${name}，您不再代表它的产品。`,
        note: '收到这封邮件，是因为您曾是它的成员。',
      }
    case 'promoted':
      return {
        subject: `您现在是厂商组织的管理：${organisation}`,
        text: `“${siteName}”的${name}没有其他管理了，您加入得最早，现在由您担任管理。`,
        note: '收到这封邮件，是因为您是它的成员。',
      }
    case 'founded':
      return {
        subject: `有人以同一域名成立了厂商组织：${organisation}`,
        text: `有人以官网域名的邮箱在“${siteName}”成立了${name}，它的成员现在代表：${what.products.join('、')}。您的邮箱是这些产品的联系邮箱，仍然代表它们。`,
        note: '如果您不知道这个组织，请直接与平台联系。',
      }
    case 'approved':
      return {
        subject: `厂商组织已成立：${organisation}`,
        text: `您在“${siteName}”成立${name}的申请已通过，您是它的管理，可以邀请同事。`,
        note: '收到这封邮件，是因为您提交了这项申请。',
      }
    case 'rejected':
      return {
        subject: `厂商组织的申请未通过：${organisation}`,
        text: `您在“${siteName}”成立${name}的申请没有通过，原因：${what.reason}。补充后可以再次申请。`,
        note: '收到这封邮件，是因为您提交了这项申请。',
      }
    case 'departed':
      return {
        subject: `产品不再属于厂商组织：${organisation}`,
        text: `${what.products.join('、')}在“${siteName}”不再属于${name}：官网已不在组织证明过的域名，或平台改了产品的归属。组织的成员不再代表这些产品。新的官网也是贵公司的，请由邮箱在那个域名的管理证明它，或与平台联系。`,
        note: '收到这封邮件，是因为您是它的管理。',
      }
    case 'replaced':
      return {
        subject: `产品转到了别的厂商组织：${what.product}`,
        text: `“${what.product}”在“${siteName}”现在属于${name}，由它的成员代表。您的邮箱是产品原来的联系邮箱，不再代表它；此前收到的征询与回答仍只有您能用邀请邮件中的链接打开。`,
        note: '仍由您代表的，请让该组织邀请您加入，或与平台联系。',
      }
    case 'dissolved':
      return {
        subject: `厂商组织已解散：${organisation}`,
        text: `“${siteName}”的${name}已解散，它的成员不再代表它的产品；以您的邮箱为联系邮箱的产品，仍由您代表。`,
        note: '收到这封邮件，是因为您曾是它的成员。',
      }
  }
}

/** Returns a mail. Its link opens the organisation only for its people, so it contains no secret. */
export function createOrganisationMail(
  what: OrganisationOccasion,
  subject: Subject,
  { name, url }: { name: string; url: string },
): { kind: MailKind; subject: string; html: string } {
  const texts = describe(what, subject)
  const link = WITHOUT_LINK.includes(what.occasion) ? [] : [mailLink(url, '打开厂商组织')]
  return {
    // Counted for each address, as anybody's may be invited.
    kind: what.occasion === 'invited' ? 'vendorInvitation' : 'vendorOrganisation',
    subject: texts.subject,
    html: paragraphs(greeting(name || '厂商'), escapeHtml(texts.text), ...link, texts.note),
  }
}
