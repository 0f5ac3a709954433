/** Messages of the moderation of testimonials. */
export const TESTIMONIAL_MESSAGES = {
  loadFailed: '获取评价失败，请稍后重试',
  notFound: '评价不存在，或刚刚被修改，请刷新后再试',
  hidden: '评价已隐藏，访客不再看到',
  shown: '评价已恢复显示',
  changeFailed: '操作失败，请重试',
  unknownCatalogue: '没有这个目录',
  unknownStatus: '没有这种状态',
  unknownRating: '评分应为0到5的整数',
} as const
