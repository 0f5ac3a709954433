import type { Catalogue } from '../vocabulary.ts'

/** The catalogues' names in messages about many products. */
export const CATALOGUE_LABELS: Record<Catalogue, string> = { agent: '智能体目录', ai: '78AI目录' }

/** Messages of the product table, the recycle bin, import and export. */
export const PRODUCT_TABLE_MESSAGES = {
  listFailed: '获取产品列表失败',
  recycleBinFailed: '获取回收站失败',
  restored: '产品已恢复',
  exportFailed: '导出失败，请重试',
  importFailed: '导入失败，请重试',
  dryRunFailed: '试运行失败，请重试',

  bulkNoneSelected: '请选择产品',
  bulkTooMany: (max: number) => `一次最多处理${max}个产品，请分批处理`,
  bulkCategory: '请输入类别',
  bulkPrice: '请输入价格',
  bulkCountChanged: (total: number) => `符合条件的产品现在有${total}个，与所选的不同，请核对后重新选择`,
  bulkProductNotFound: '产品不存在，或已在回收站',
  bulkIsActive: '已经上架',
  bulkIsInactive: '已经下架',
  bulkHasCategory: '已经是这个类别',
  bulkHasPrice: '已经是这个价格',
  bulkChangedSince: '之后又有改动，没有撤销',

  importNoName: '没有“名称”一列，无法识别产品',
  importColumns: '列的对应关系格式不正确',
  importTarget: '一列对应的只能是产品的字段，或“attribute:”加上属性的键',
  importSource: '资料来源的格式不正确',
  importAttributeUnknown: (heading: string) => `“${heading}”一列对应的属性在这个目录里不存在，请重新选择`,
  rejectedRowsFailed: '下载被拒绝的行失败，请重试',
  importFieldRepeated: (field: string) => `有两列对应“${field}”，请只保留一列`,
  columnsDiffer: (first: string, second: string) => `“${first}”和“${second}”两列的值不同，请只填一列`,
  importStale: '试运行之后，文件或目录有了变动，请重新试运行',
  importReplyLost:
    '没有收到服务器的答复，不知道有没有导入。请再点一次“导入”：已经导入的不会重复导入；也可以稍后在“最近的导入”里查看',
  importNotFound: '这次导入不存在',
  importTooManyRows: (max: number) =>
    `一次最多导入${max / 10_000}万行。请把文件拆开，或请运维人员在服务器上用命令导入：npm run admin -- import`,
  importNothing: '没有可以导入的行',
  pastImportsFailed: '获取导入记录失败',
  undoImportFailed: '撤销导入失败，请重试',
  importNotUndoable: (days: number) => `这次导入不能撤销：只有最近一次导入可以撤销，并且在${days}天之内`,
  duplicateRow: (row: number) => `与第${row}行是同一个产品`,
  cellCut: '导出时因过长而截断，这一格没有导入，原来的内容不变',
  expectedText: '应为文本',
  expectedList: '应为列表',
  expectedBoolean: '应为“是”或“否”',
  expectedRating: '评分应为1到5的数字',
  expectedSpecs: '应为每行一条“名称：值”',
  reviewsRequireJson: '用户评价只能用JSON格式导入',
  categoryNew: (category: string) => `类别“${category}”不在目录的类别清单里`,
  newProductIncomplete: (labels: readonly string[]) =>
    `没有${labels.join('和')}，导入后就会上架；要先补全，请在“上架”一列填“否”`,
  linkCompleted: (link: string) => `网址缺少“https://”，将补全为“${link}”`,
  newPriceTier: (price: string) => `价格“${price}”不在目录的价格区间里`,
  similarProductName: (name: string) => `不计空格与大小写，名称与已有产品“${name}”相同，请核对是不是同一个产品`,
  idUnknown: '目录里没有这个编号，将按名称处理',
  catalogueLarge: (total: number, max: number) =>
    `导入后目录共有${total}个产品，超过${max}个时，页面内容编辑器里不能再整体编辑产品列表`,
} as const
