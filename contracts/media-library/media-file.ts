/** Files of the media library: those that staff have uploaded for public pages, never the files of members or vendors. */
import { z } from 'zod'
import { text } from '../fields.ts'
import { UserReferenceSchema } from '../identity/user-reference.ts'
import { TEXT } from '../limits.ts'
import { pageNumber } from '../pagination.ts'
import { queryFlag } from '../query-flag.ts'
import { searchInput, storedText } from '../stored-text.ts'
import { MEDIA_MESSAGES as MESSAGES } from './messages.ts'

export const MEDIA_KINDS = [
  'picture',
  'product-logo',
  'screenshot',
  'avatar',
  'qr-code',
  'branding',
  'attachment',
] as const
export type MediaKind = (typeof MEDIA_KINDS)[number]
export const MEDIA_KIND_LABELS: Record<MediaKind, string> = {
  picture: '配图',
  'product-logo': '产品logo',
  screenshot: '产品截图',
  avatar: '头像',
  'qr-code': '二维码',
  branding: '网站logo',
  attachment: '附件',
}

export const MediaQuerySchema = z.object({
  page: pageNumber.default(1),
  search: searchInput().describe('文件名或图片说明的一部分。'),
  kind: z
    .union([z.literal(''), z.enum(MEDIA_KINDS)], MESSAGES.unknownKind)
    .default('')
    .describe('文件的种类；留空表示不限。'),
  unused: queryFlag('`true` 时只列出没有任何页面、草稿或历史版本使用的文件。'),
})
export type MediaQuery = z.infer<typeof MediaQuerySchema>

export const MediaFileSchema = z
  .object({
    url: z.string(),
    kind: z.enum(MEDIA_KINDS),
    name: z.string().describe('上传时的文件名。'),
    mimetype: z.string(),
    size: z.int().describe('字节数。'),
    width: z.int().nullable().describe('像素；早先上传的文件没有记录，为 `null`。'),
    height: z.int().nullable(),
    altText: z.string().describe('图片说明。'),
    createdAt: z.iso.datetime(),
    uploadedBy: UserReferenceSchema.nullable().describe('早先上传的文件没有记录，为 `null`。'),
  })
  .meta({ id: 'MediaFile' })
export type MediaFile = z.infer<typeof MediaFileSchema>

const MEDIA_USE_PLACES = [
  'document',
  'product',
  'event',
  'qr-code',
  'settings',
  'mail',
  'draft',
  'version',
  'former-value',
] as const
export type MediaUsePlace = (typeof MEDIA_USE_PLACES)[number]
export const MEDIA_USE_LABELS: Record<MediaUsePlace, string> = {
  document: '页面内容',
  product: '产品',
  event: '活动',
  'qr-code': '二维码',
  settings: '系统设置',
  mail: '邮件设置',
  draft: '草稿',
  version: '历史版本',
  'former-value': '可撤销的改动',
}

/** Why replacing a file changes nothing at a use. */
const REPLACEMENT_OBSTACLES = ['history', 'recycled', 'forbidden'] as const
export type ReplacementObstacle = (typeof REPLACEMENT_OBSTACLES)[number]
export const OBSTACLE_LABELS: Record<ReplacementObstacle, string> = {
  history: '历史记录，保留原图',
  recycled: '在回收站中，恢复后再替换',
  forbidden: '没有修改这里的权限',
}

export const MediaUseSchema = z
  .object({
    id: z.string().describe('这一处的标识，替换时送回。'),
    place: z.enum(MEDIA_USE_PLACES),
    name: z.string().describe('使用它的页面、产品等的名称。'),
    path: z.string().nullable().describe('后台中可以打开它的地址；没有时为 `null`。'),
    count: z.int().describe('同一处有几份，如几个历史版本。'),
    obstacle: z.enum(REPLACEMENT_OBSTACLES).nullable().describe('替换文件时不改这一处的原因；`null` 表示可以替换。'),
  })
  .meta({ id: 'MediaUse' })
export type MediaUse = z.infer<typeof MediaUseSchema>

const fileUrl = storedText(MESSAGES.url).min(1, MESSAGES.url).max(TEXT.link).describe('文件的地址。')
export const MediaFileReferenceSchema = z.object({ url: fileUrl })
export const AltTextChangeSchema = z.object({ url: fileUrl, altText: text() })
export type AltTextChange = z.infer<typeof AltTextChangeSchema>
