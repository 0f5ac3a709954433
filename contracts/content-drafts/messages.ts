import { CONTENT_DRAFTS } from '../limits.ts'

export const CONTENT_DRAFT_MESSAGES = {
  notFound: '没有草稿，可能已发布或放弃',
  saved: '草稿已保存',
  discarded: '草稿已放弃',
  published: '已发布',
  notScheduled: '没有定时发布，可能已发布或取消',
  unscheduled: '已取消定时发布，草稿仍保留',
  changed: '草稿已被其他管理员更新，请刷新后再操作',
  publishedChanged: '已发布的内容在此期间被他人更新，请查看差异后再发布',
  savingUnschedules: '这份草稿已定时发布，保存会取消定时，改好后请重新定时',
  linkNotFound: '预览链接不存在，可能已撤销或失效',
  linkRevoked: '预览链接已撤销',
  tooManyLinks: `有效的预览链接已达${CONTENT_DRAFTS.previewLinks}个，请先撤销一些`,
  invalidTime: '时间格式不正确',
  invalidDay: '日期格式不正确',
  invalidRange: `结束日期应在开始日期之后，且相隔不超过${CONTENT_DRAFTS.calendarDays}天`,
  pastTime: '时间已过，请选择之后的时间',
  timeTooFar: `定时发布最长提前${CONTENT_DRAFTS.scheduleDays}天`,
  expiryTooFar: `预览链接最长有效${CONTENT_DRAFTS.previewDays}天`,
} as const

/** Why a scheduled publication failed. */
export const PUBLICATION_FAILURES = {
  author: '定时的人已停用或不再有发布权限',
  removed: '产品已移入回收站，恢复后可以继续编辑草稿并重新发布',
  changed: '已发布的内容在此期间也有修改，与草稿改动了相同的部分',
} as const

/** The page that a preview link shows after its end, or while the draft can't be shown. */
export const PREVIEW_PAGE_TEXTS = {
  badge: '草稿预览',
  note: '内容尚未发布，请勿转发。',
  endedTitle: '预览链接已失效',
  ended: '链接可能已到期或被撤销，草稿也可能已经发布。如需继续查看，请联系发给您链接的人。',
  incompleteTitle: '草稿暂时无法预览',
  incomplete: '草稿中还有内容需要修改，改好并保存后，用同一个链接即可查看。',
  home: '前往首页',
} as const
