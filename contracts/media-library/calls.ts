import { z } from 'zod'
import { GET, groupCalls, messageOnly, POST, PUT, paged } from '../call.ts'
import {
  AltTextChangeSchema,
  MediaFileReferenceSchema,
  MediaFileSchema,
  MediaQuerySchema,
  MediaUseSchema,
} from './media-file.ts'
import { MEDIA_MESSAGES as MESSAGES } from './messages.ts'
import { MediaReplacementSchema, ReplacementReportSchema } from './replacement.ts'

export const mediaLibraryCalls = groupCalls('媒体库', '平台为公开页面上传的文件；不含会员与厂商提交的文件。', {
  list: GET('/api/media', {
    access: 'uploads:read',
    query: MediaQuerySchema,
    reply: paged(MediaFileSchema),
    failureMessage: MESSAGES.listFailed,
    summary: '列出媒体库中的文件',
    description: '图片在前，其中新的在前。',
  }),
  listUses: GET('/api/media/uses', {
    access: 'uploads:read',
    query: MediaFileReferenceSchema,
    failures: ['notFound'],
    reply: z.array(MediaUseSchema),
    failureMessage: MESSAGES.usesFailed,
    summary: '列出一个文件的使用之处',
    description: '含草稿、历史版本与回收站中的产品；并说明替换文件时是否会改这一处。',
  }),
  setAltText: PUT('/api/media/alt-text', {
    access: 'uploads:write',
    body: AltTextChangeSchema,
    failures: ['notFound'],
    reply: MediaFileSchema,
    message: MESSAGES.altTextSaved,
    failureMessage: MESSAGES.saveFailed,
    summary: '设置一个文件的图片说明',
    description: '今后从媒体库选择它时带上；已在页面中的说明不变。',
  }),
  replace: POST('/api/media/replacement', {
    access: 'uploads:write',
    body: MediaReplacementSchema,
    failures: ['notFound'],
    reply: ReplacementReportSchema,
    failureMessage: MESSAGES.replaceFailed,
    summary: '用另一张图片替换一张图片',
    description:
      '把新图片的地址写入所选的各处：已发布的内容与它的草稿同时替换，定时发布不受影响；历史版本保留原图。各处分别保存，须有修改那里的权限，结果逐处返回；没有替换的可以再试。',
  }),
  remove: POST('/api/media/removal', {
    access: 'uploads:write',
    body: MediaFileReferenceSchema,
    failures: ['notFound', 'conflict'],
    reply: messageOnly,
    message: MESSAGES.removed,
    failureMessage: MESSAGES.removeFailed,
    summary: '删除一个没有使用的文件',
    description: '正在使用、草稿或历史版本中有它，或上传不满一天时返回409。',
  }),
})
