/**
 * The list of a product's fields. Everything about a field is derived from its line in each of two tables: its label,
 * its schema and cleaning, its column of import and export, its form widget, its place on the product's page and in a
 * comparison, and its initial value. Columns, forms, page and comparison use the order of the list.
 *
 * There are two tables because public pages load only the first. For the same reason this file contains no schemas: a
 * field names its type, and `product.ts` has the schema of each type.
 */
import { MB, SCREENSHOT, UPLOAD } from '../limits.ts'
import { AI_PRODUCT_CATEGORIES, type Catalogue } from '../vocabulary.ts'

/** The type of a field, which determines its schema, table cells, cleaning, widget and comparison row. */
export type ProductFieldType =
  | 'id'
  | 'name'
  | 'line'
  /** A text that keeps its stored value if absent. */
  | 'optionalName'
  | 'optionalEmail'
  /** One of the values that the catalogue defines. */
  | 'choice'
  | 'paragraph'
  | 'richText'
  | 'texts'
  | 'link'
  | 'image'
  | 'screenshots'
  | 'rating'
  | 'flag'
  /** A flag that is off by default; `flag` is on. */
  | 'optInFlag'
  | 'specs'
  | 'reviews'

/** The field is shown nowhere, with the reason. */
type None = `none: ${string}`
export const isNone = (place: string): place is None => place.startsWith('none: ')

/**
 * The place on the product's page: the head, a part of the overview (`pictures`: a row above it, `sideTags`: tags next
 * to it), or a tab.
 */
type PageSlot = 'head' | 'pictures' | 'lead' | 'columns' | 'prose' | 'side' | 'sideTags' | 'tab' | None

/** The place in a comparison: a row, the head of the product's column, or one row per title. */
type ComparisonSlot = 'row' | 'head' | 'specifications' | None

type PublicEntry = { label: string; type: ProductFieldType; page: PageSlot; comparison: ComparisonSlot }
/** A field that isn't public; one for `editors` is also hidden from staff with read-only access. */
type PrivateEntry = { label: string; type: ProductFieldType; audience: 'backOffice' | 'editors' }

/** The label and type of each field, and where it is shown to visitors. */
export const PRODUCT_FIELDS = {
  id: { label: '编号', type: 'id', page: 'none: in its URL', comparison: 'none: not a fact' },
  name: { label: '名称', type: 'name', page: 'head', comparison: 'head' },
  slogan: { label: '标语', type: 'line', page: 'head', comparison: 'row' },
  description: { label: '描述', type: 'paragraph', page: 'prose', comparison: 'none: too long' },
  uniqueValue: { label: '独特价值', type: 'paragraph', page: 'lead', comparison: 'none: too long' },
  category: { label: '类别', type: 'choice', page: 'head', comparison: 'row' },
  price: { label: '价格', type: 'choice', page: 'head', comparison: 'row' },
  rating: { label: '评分', type: 'rating', page: 'head', comparison: 'row' },
  isActive: { label: '上架', type: 'flag', page: 'none: visible products are active', comparison: 'none: not a fact' },
  isSample: {
    label: '虚构的示例',
    type: 'optInFlag',
    page: 'none: its texts say so',
    comparison: 'none: its name says so',
  },
  targetUsers: { label: '目标用户', type: 'texts', page: 'side', comparison: 'row' },
  keyCapabilities: { label: '核心能力', type: 'texts', page: 'columns', comparison: 'row' },
  deploymentTypes: { label: '部署方式', type: 'texts', page: 'sideTags', comparison: 'row' },
  securityCompliance: { label: '安全合规', type: 'texts', page: 'columns', comparison: 'row' },
  aiCapabilities: { label: 'AI能力', type: 'texts', page: 'side', comparison: 'none: rarely filled in' },
  industryApplications: { label: '行业应用', type: 'texts', page: 'side', comparison: 'none: rarely filled in' },
  logoUrl: { label: 'Logo', type: 'image', page: 'head', comparison: 'head' },
  screenshots: { label: '产品截图', type: 'screenshots', page: 'pictures', comparison: 'none: pictures' },
  officialLink: { label: '官网', type: 'link', page: 'head', comparison: 'none: not a fact' },
  technicalSpecs: { label: '技术规格', type: 'specs', page: 'tab', comparison: 'specifications' },
  detailedDescription: { label: '详细介绍', type: 'richText', page: 'prose', comparison: 'none: too long' },
  company: { label: '厂商', type: 'optionalName', audience: 'backOffice' },
  contactEmail: { label: '联系邮箱', type: 'optionalEmail', audience: 'editors' },
  reviews: { label: '用户评价', type: 'reviews', page: 'tab', comparison: 'none: too long' },
} as const satisfies Record<string, PublicEntry | PrivateEntry>

type Fields = typeof PRODUCT_FIELDS
export type ProductField = keyof Fields
/** The fields whose entries match `Pattern`: `ProductFieldLike<{ type: 'texts' }>`. */
export type ProductFieldLike<Pattern> = {
  [Field in ProductField]: Fields[Field] extends Pattern ? Field : never
}[ProductField]

export const isProductField = (key: string): key is ProductField => Object.hasOwn(PRODUCT_FIELDS, key)
export const PRODUCT_FIELD_LIST: readonly ProductField[] = Object.keys(PRODUCT_FIELDS).filter(isProductField)

/** The public fields. */
export type PublicField = ProductFieldLike<PublicEntry>
type PrivateField = Exclude<ProductField, PublicField>
/** Fields that only editors can read. */
type ContactField = ProductFieldLike<{ audience: 'editors' }>

const isPublicField = (field: ProductField): field is PublicField => !('audience' in PRODUCT_FIELDS[field])
const isPrivateField = (field: ProductField): field is PrivateField => !isPublicField(field)
const isContactField = (field: ProductField): field is ContactField =>
  isPrivateField(field) && PRODUCT_FIELDS[field].audience === 'editors'
export const PUBLIC_FIELDS = PRODUCT_FIELD_LIST.filter(isPublicField)
export const PRIVATE_FIELDS = PRODUCT_FIELD_LIST.filter(isPrivateField)
export const CONTACT_FIELDS = PRODUCT_FIELD_LIST.filter(isContactField)

/** Returns the fields of one type: `listFieldsOfType('texts')`. */
export const listFieldsOfType = <Type extends ProductFieldType>(type: Type) =>
  PRODUCT_FIELD_LIST.filter(
    (field): field is ProductField & ProductFieldLike<{ type: Type }> => PRODUCT_FIELDS[field].type === type,
  )

/** The sections of a product's form, in display order. */
export const PRODUCT_SECTIONS = [
  '基本信息',
  'Logo',
  '产品截图',
  '产品描述',
  '用户与能力',
  '技术规格',
  '详细介绍',
  '用户评价',
] as const
type ProductSection = (typeof PRODUCT_SECTIONS)[number]

type ProductFieldEditing = {
  /** The form section that contains the field. */
  section: ProductSection | None
  hint?: string
  /** Other headings of its column, including former ones; letter case, spaces, `_` and `-` are ignored. */
  aliases?: readonly string[]
  /** The width of its column in a spreadsheet, in characters. */
  width?: number
  /** The noun for one item of a list of texts. */
  noun?: string
  /** The initial value in a new product; other fields have their schema's default. */
  initial?: Readonly<Record<Catalogue, string>>
}
type RequiredKeys = { texts: 'noun'; choice: 'initial' }
type EditingOf<Type> = Type extends keyof RequiredKeys
  ? ProductFieldEditing & Required<Pick<ProductFieldEditing, RequiredKeys[Type]>>
  : ProductFieldEditing

/** How each field is edited: its form section and its table column. */
export const PRODUCT_FIELD_EDITING = {
  id: { section: 'none: assigned by the server', aliases: ['产品编号', '_id'] },
  name: { section: '基本信息', aliases: ['产品名称', '产品名', '产品', 'productName'], width: 24 },
  slogan: { section: '基本信息', aliases: ['口号', '宣传语', '一句话介绍'], width: 30 },
  description: { section: '产品描述', aliases: ['产品描述', '简介', '产品简介', '介绍'], width: 50 },
  uniqueValue: { section: '产品描述', aliases: ['核心价值'], width: 40 },
  category: {
    section: '基本信息',
    aliases: ['分类', '产品类别', '产品分类'],
    initial: { agent: '智能客服', ai: AI_PRODUCT_CATEGORIES[0] },
  },
  price: {
    section: '基本信息',
    aliases: ['价格区间', '价格档位', '定价'],
    initial: { agent: '面议', ai: '面议' },
  },
  rating: { section: '基本信息', width: 8 },
  isActive: { section: '基本信息', aliases: ['是否上架', '状态', '启用', 'status', 'active'], width: 8 },
  isSample: { section: '基本信息', hint: '按评分排列时，排在真实产品之后', aliases: ['示例', '是否示例'], width: 8 },
  targetUsers: { section: '用户与能力', noun: '用户', aliases: ['适用对象', '适用人群'], width: 30 },
  keyCapabilities: {
    section: '用户与能力',
    noun: '能力',
    aliases: ['关键能力', '核心功能', 'keyFeatures'],
    width: 30,
  },
  deploymentTypes: { section: '用户与能力', noun: '方式', aliases: ['部署类型', 'deploymentType'] },
  securityCompliance: { section: '用户与能力', noun: '条目', aliases: ['合规认证'], width: 30 },
  aiCapabilities: { section: '用户与能力', noun: 'AI能力', width: 30 },
  industryApplications: { section: '用户与能力', noun: '行业', aliases: ['适用行业', '行业'], width: 30 },
  logoUrl: {
    section: 'Logo',
    hint: `支持JPG、PNG、GIF和WebP图片，不超过${UPLOAD.productLogo / MB}MB，建议256×256像素以上的正方形图片`,
    aliases: ['Logo地址'],
  },
  screenshots: {
    section: '产品截图',
    hint: `最多${SCREENSHOT.max}张，每张不超过${UPLOAD.image / MB}MB，支持JPG、PNG、GIF和WebP图片；说明必填，读屏软件会读出它`,
    aliases: ['截图', '界面截图', 'images'],
    width: 50,
  },
  officialLink: {
    section: '基本信息',
    aliases: ['官网链接', '官方网站', '网址', '链接', 'website', 'url'],
    width: 30,
  },
  technicalSpecs: { section: '技术规格', width: 30 },
  detailedDescription: { section: '详细介绍', aliases: ['详细描述', '图文介绍'], width: 50 },
  company: {
    section: '基本信息',
    hint: '保存为“厂商自述”的资料；另有来源更好的厂商资料时以它为准，请在“资料”中修改',
    aliases: ['公司', '公司名称', '厂商名称', 'companyName'],
    width: 24,
  },
  contactEmail: {
    section: '基本信息',
    hint: '只在后台可见。以它注册并验证的会员代表厂商：可以提交更新、回复评价、作出声明；改掉或清空即收回，并邮件告知双方',
    aliases: ['邮箱', 'email'],
    width: 24,
  },
  reviews: { section: '用户评价' },
} as const satisfies { [Field in ProductField]: EditingOf<Fields[Field]['type']> }

/** Returns how a field is edited, typed for all fields. */
export const getEditing = (field: ProductField): ProductFieldEditing => PRODUCT_FIELD_EDITING[field]
