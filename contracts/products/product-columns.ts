/** The columns by which products leave as a table and come back. */

/** How a cell of a column is written and read. */
export type ProductColumnKind = 'text' | 'choice' | 'list' | 'rating' | 'flag' | 'specs' | 'reviews'

type ProductColumnOf = {
  title: string
  kind: ProductColumnKind
  /** What else a heading may call it; letter case, blanks and `_` don't count. */
  aliases?: readonly string[]
  /** In characters, for a spreadsheet. */
  width?: number
}

/** In the order of an export. Their keys are a product's own. */
export const PRODUCT_COLUMNS = {
  id: { title: '编号', kind: 'text', aliases: ['产品编号', '_id'] },
  name: { title: '名称', kind: 'text', aliases: ['产品名称', '产品名', '产品', 'productName'], width: 24 },
  slogan: { title: '标语', kind: 'text', aliases: ['口号', '宣传语', '一句话介绍'], width: 30 },
  description: { title: '描述', kind: 'text', aliases: ['产品描述', '简介', '产品简介', '介绍'], width: 50 },
  uniqueValue: { title: '独特价值', kind: 'text', aliases: ['核心价值'], width: 40 },
  category: { title: '类别', kind: 'choice', aliases: ['分类', '产品类别', '产品分类'] },
  price: { title: '价格', kind: 'choice', aliases: ['价格区间', '价格档位', '定价'] },
  rating: { title: '评分', kind: 'rating', width: 8 },
  isActive: { title: '上架', kind: 'flag', aliases: ['是否上架', '状态', '启用', 'status', 'active'], width: 8 },
  targetUsers: { title: '目标用户', kind: 'list', aliases: ['适用对象', '适用人群'], width: 30 },
  keyCapabilities: { title: '核心能力', kind: 'list', aliases: ['关键能力', '核心功能', 'keyFeatures'], width: 30 },
  deploymentTypes: { title: '部署方式', kind: 'list', aliases: ['部署类型', 'deploymentType'] },
  securityCompliance: { title: '安全合规', kind: 'list', aliases: ['合规认证'], width: 30 },
  aiCapabilities: { title: 'AI能力', kind: 'list', width: 30 },
  industryApplications: { title: '行业应用', kind: 'list', aliases: ['适用行业', '行业'], width: 30 },
  logoUrl: { title: 'Logo地址', kind: 'text', aliases: ['logo'] },
  officialLink: {
    title: '官网',
    kind: 'text',
    aliases: ['官网链接', '官方网站', '网址', '链接', 'website', 'url'],
    width: 30,
  },
  technicalSpecs: { title: '技术规格', kind: 'specs', width: 30 },
  detailedDescription: { title: '详细介绍', kind: 'text', aliases: ['详细描述', '图文介绍'], width: 50 },
  company: { title: '厂商', kind: 'text', aliases: ['公司', '公司名称', '厂商名称', 'companyName'], width: 24 },
  contactEmail: { title: '联系邮箱', kind: 'text', aliases: ['邮箱', 'email'], width: 24 },
  reviews: { title: '用户评价', kind: 'reviews' },
} as const satisfies Record<string, ProductColumnOf>
export type ProductColumn = keyof typeof PRODUCT_COLUMNS

const KEYS = Object.keys(PRODUCT_COLUMNS).filter(isProductColumn)

/** The columns in their order. */
export const PRODUCT_COLUMN_LIST: readonly (ProductColumnOf & { key: ProductColumn })[] = KEYS.map((key) => ({
  key,
  ...PRODUCT_COLUMNS[key],
}))

/** What of an export only the server says: such a column is known and does nothing. */
const SERVERS_OWN = new Set(['lastupdated', 'views', '更新时间', '浏览量'])

const folded = (heading: string) =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_*-]/g, '')

const BY_HEADING = new Map(
  PRODUCT_COLUMN_LIST.flatMap(({ key, title, aliases = [] }) =>
    [key, title, ...aliases].map((name) => [folded(name), key] as const),
  ),
)

function isProductColumn(key: string): key is ProductColumn {
  return Object.hasOwn(PRODUCT_COLUMNS, key)
}

/** The column that a heading means; `'ours'` where the server alone says it, `undefined` where we know none. */
export function columnOf(heading: string): ProductColumn | 'ours' | undefined {
  const name = folded(heading)
  return SERVERS_OWN.has(name) ? 'ours' : BY_HEADING.get(name)
}

/** What a field is called in front of a person: `officialLink`, `technicalSpecs.0.title`. */
export function columnTitle(path: string): string {
  const [key = ''] = path.split('.', 1)
  return isProductColumn(key) ? PRODUCT_COLUMNS[key].title : path
}
