import { DRAFT_LIMITS } from '../limits.ts'

export const DRAFT_MESSAGES = {
  notFound: '草稿不存在或已过期',
  tooMany: `未保存的草稿已达${DRAFT_LIMITS.perUser}份，请先保存或放弃一些`,
  draftsTooLarge: '未保存的草稿过大，请先保存或放弃一些',
} as const
