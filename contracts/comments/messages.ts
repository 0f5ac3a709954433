import { COMMENTS } from '../limits.ts'

export const COMMENT_MESSAGES = {
  created: '批注已发表',
  updated: '批注已修改',
  removed: '批注已删除',
  resolved: '已标为解决',
  reopened: '已重新打开',
  text: '请输入批注',
  unknownKind: '没有这种内容',
  tooManyMentions: `一条批注最多提到${COMMENTS.mentions}人`,
  subjectNotFound: '要批注的内容不存在或已删除',
  notFound: '批注不存在或已删除',
  threadNotFound: '要回复的批注不存在或已删除',
  notAuthor: '只能修改或删除自己的批注',
  tooMany: `批注已达${COMMENTS.perSubject}条，请先删除一些`,
  cannotRead: (name: string) => `${name}不能查看这项内容，不能提到`,
  hasContacts: '这条批注含有联系方式，当前账号看不到全文，请删除后重新发表',
  unknownUser: '提到的人不存在或已停用',
  fieldGone: '所批注的这一处已不存在',
  loadFailed: '获取批注失败，请稍后重试',
  saveFailed: '保存批注失败，请重试',
} as const
