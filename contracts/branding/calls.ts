import { GET, groupCalls, POST, PUT } from '../call.ts'
import { AuthorshipSchema } from '../content/revision.ts'
import { MB, UPLOAD } from '../limits.ts'
import { MediaFileReferenceSchema } from '../media-library/media-file.ts'
import { ADMIN_MESSAGES } from '../messages/admin.ts'
import { SETTINGS_MESSAGES } from '../settings/messages.ts'
import { LegalTextsSchema, SiteSchema } from '../settings/settings.ts'
import { AppDownloadSchema, AppDownloadUpdateSchema, LogoSchema } from './branding.ts'

const IF_MATCH = '带 `If-Match: "<版本>"`（读取时的 `ETag`）时，配置已被他人更新则返回412，什么也不保存。'

/** Calls for site-wide data that every page shows. */
export const brandingCalls = groupCalls('站点', '站点名称、标识与应用下载。', {
  getSite: GET('/api/site', { access: 'public', reply: SiteSchema, summary: '读取站点信息' }),
  getLegalTexts: GET('/api/legal', {
    access: 'public',
    reply: LegalTextsSchema,
    summary: '读取隐私政策与用户协议',
    description: '内容为HTML；`version` 是条款的版本，提交表单即同意这一版本。',
  }),
  getLogo: GET('/api/logo/current', { access: 'public', reply: LogoSchema, summary: '读取网站logo' }),
  uploadLogo: POST('/api/logo/upload', {
    access: 'branding:write',
    callsPerMinute: 60,
    file: { field: 'logo', description: `JPG、PNG、GIF、SVG或WebP，不超过${UPLOAD.siteLogo / MB}MB。` },
    reply: LogoSchema,
    message: ADMIN_MESSAGES.logoUploaded,
    summary: '上传网站logo',
    description: '图片会重新编码，SVG只保留图形。',
  }),
  chooseLogo: PUT('/api/logo/current', {
    access: 'branding:write',
    body: MediaFileReferenceSchema,
    reply: LogoSchema,
    message: ADMIN_MESSAGES.logoChosen,
    summary: '将媒体库中的图片用作网站logo',
    description: '与媒体库共用同一个文件，不另存一份。',
  }),
  resetLogo: POST('/api/logo/reset', {
    access: 'branding:write',
    reply: LogoSchema,
    message: SETTINGS_MESSAGES.logoReset,
    summary: '恢复默认的网站logo',
  }),
  getAppDownload: GET('/api/app-download/current', {
    access: 'public',
    etag: 'returned',
    reply: AppDownloadSchema,
    summary: '读取应用下载配置',
    description: '`ETag` 是配置的版本，保存时可放入 `If-Match`。',
  }),
  getAppDownloadAuthorship: GET('/api/app-download/authorship', {
    access: 'branding:read',
    reply: AuthorshipSchema.nullable(),
    summary: '读取应用下载配置最近由谁、何时保存',
    description: '从未保存过的为 `null`。',
  }),
  updateAppDownload: PUT('/api/app-download/update', {
    access: 'branding:write',
    etag: 'checked',
    body: AppDownloadUpdateSchema,
    reply: AppDownloadSchema,
    message: SETTINGS_MESSAGES.appDownloadSaved,
    summary: '更新应用下载配置',
    description: IF_MATCH,
  }),
  resetAppDownload: POST('/api/app-download/reset', {
    access: 'branding:write',
    etag: 'checked',
    reply: AppDownloadSchema,
    message: SETTINGS_MESSAGES.appDownloadReset,
    summary: '恢复默认的应用下载配置',
    description: IF_MATCH,
  }),
})
