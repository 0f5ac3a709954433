import type { Succession } from '#contracts/colleagues/colleague.ts'
import { SHARED_KINDS } from '#contracts/colleagues/roles.ts'

/** What a member has on the site; a number that couldn't be loaded is undefined. */
export type OwnContents = {
  shortlistCount: number | undefined
  /** The evaluation projects that are deleted, including those in the recycle bin. */
  projectCount: number | undefined
  inquiryCount: number | undefined
  /** Those of these projects that have judges. */
  judgedProjectNames: readonly string[]
  reviewCount: number | undefined
  registrationCount: number | undefined
}

/** Describes a number of items, or all of them if the number is unknown; `undefined` if there are none. */
function describeItems(count: number | undefined, unit: string, noun: string): string | undefined {
  if (count === undefined) return `全部${noun}`
  return count === 0 ? undefined : `${count}${unit}${noun}`
}

/** Lists what is deleted with the account. */
export const listLosses = ({
  shortlistCount,
  projectCount,
  inquiryCount,
  reviewCount,
  registrationCount,
}: OwnContents): string[] =>
  [
    '账号资料、登录的设备、两步验证与接口密钥',
    describeItems(shortlistCount, '份', '选型清单，分享出去的链接随之失效'),
    describeItems(projectCount, '个', '没有共同所有人的评估项目，连同评委的打分、证据与报告'),
    describeItems(inquiryCount, '份', '征询，连同厂商的回答；进行中的会取消，并告知受邀厂商'),
    describeItems(reviewCount, '条', '产品评价，连同厂商的回复'),
    describeItems(registrationCount, '个', '活动报名，名额让给候补的人'),
  ].filter((loss) => loss !== undefined)

/** Says what passes to which colleague, as the deletion of the account does it. */
export const listSuccessions = (successions: readonly Succession[]): string[] =>
  successions.flatMap(({ kind, title, successor }) =>
    successor === null ? [] : [`${SHARED_KINDS[kind]}“${title}”由${successor}接手，成为负责人`],
  )
