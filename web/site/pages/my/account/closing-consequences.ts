/** What a member has on the site; a number that couldn't be loaded is undefined. */
export type OwnContents = {
  shortlists: number | undefined
  /** The member's own evaluation projects, including those in the recycle bin. */
  ownProjects: number | undefined
  /** The own projects that have judges. */
  judgedProjectNames: readonly string[]
  reviews: number | undefined
  registrations: number | undefined
}

/** Describes a number of items, or all of them if the number is unknown; `undefined` if there are none. */
function describeCount(count: number | undefined, unit: string, rest: string): string | undefined {
  if (count === undefined) return `全部${rest}`
  return count === 0 ? undefined : `${count}${unit}${rest}`
}

/** Lists what is deleted with the account. */
export const listLosses = ({ shortlists, ownProjects, reviews, registrations }: OwnContents): string[] =>
  [
    '账号资料、登录的设备与两步验证',
    describeCount(shortlists, '份', '选型清单，分享出去的链接随之失效'),
    describeCount(ownProjects, '个', '自己创建的评估项目，连同评委的打分、证据与报告'),
    describeCount(reviews, '条', '产品评价，连同厂商的回复'),
    describeCount(registrations, '个', '活动报名，名额让给候补的人'),
  ].filter((loss) => loss !== undefined)
