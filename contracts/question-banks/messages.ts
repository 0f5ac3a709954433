/** Messages of question banks. */
export const BANK_MESSAGES = {
  title: '请填写题库名称',
  licence: '请填写许可，例如“自有，仅内部使用”或“CC BY 4.0”',
  source: '请填写来源，例如编写人、网址或文献',
  notFound: '题库不存在、已撤回或已删除',
  versionNotFound: '题库没有这个版本',
  unknownTask: '题库里没有这个任务',
  noTasks: '题库至少要有一个任务',
  tasksMax: (limit: number) => `每个题库最多${limit}个任务`,
  bytesMax: (megabytes: number) => `题库的内容不能超过${megabytes}MB`,
  banksMax: (limit: number) => `每人最多${limit}个题库，请先删除不用的`,
  versionsMax: (limit: number) => `每个题库最多${limit}个版本，请另建题库`,
  noMaterial: '这个题库没有附带资料',
  unsealed: '平台的题库是公开的，没有照搬“密封”',
  published: '已发布',
  withdrawn: '已撤回',
  removed: '已删除题库',
} as const
