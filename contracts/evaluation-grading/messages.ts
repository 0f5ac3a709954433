/** Messages of replies that people read without knowing whose they are. */
export const GRADING_MESSAGES = {
  hiddenWord: '请填写要隐去的词',
  noJudges: '项目还没有评委，请先邀请',
  fewJudges: (count: number) => `项目只有${count}位评委，不能要求更多人判定`,
  nothingToRead: '这样设定没有要判定的回答，请增加抽样或并排对比',
  scaleLocked: '已有判定，计分方式不能再改',
  stale: '人工判定的设定已在别处更新，请核对后再保存',
  closed: '这次人工判定已经结束',
  notOpen: '这次运行没有在进行的人工判定',
  itemNotFound: '没有这条回答，或它已不在判定之列',
  decidedByOthers: '这一条已由其他评委判定，不必再判',
  verdictInvalid: '这条回答不能这样判定',
  readingStale: '这一条已在另一个窗口判定，请核对后再保存',
  projectClosed: '项目已定稿，不能再判定',
  openAtReport: '人工判定还没有结束，请先结束判定，再定稿',
  closedNow: '已结束人工判定',
} as const
