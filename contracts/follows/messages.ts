export const FOLLOW_MESSAGES = {
  followed: '已关注',
  unfollowed: '已取消关注',
  notFound: '没有这项关注，或已取消',
  noFilter: '请先选好条件，再关注',
  tooMany: (max: number) => `最多关注${max}项，请先取消不再需要的`,
  frequencySaved: '已保存',
} as const
