import { z } from 'zod'
import { file, GET, groupCalls, raw } from '../call.ts'

export const descriptionCalls = groupCalls('接口说明', '本说明自身。', {
  getOpenApi: GET('/api/openapi.json', {
    access: 'public',
    reply: raw(z.looseObject({})),
    summary: '读取OpenAPI文档',
    description: '按OpenAPI 3.1描述全部接口。',
  }),
  getReference: GET('/api/docs', {
    access: 'public',
    reply: file('text/html'),
    summary: '阅读接口说明',
    description: '供人阅读的接口说明页面。',
  }),
  getReferenceFile: GET('/api/docs/:file', {
    access: 'public',
    params: z.object({ file: z.enum(['swagger-ui-bundle.js', 'swagger-ui.css']).describe('文件名。') }),
    reply: file('text/javascript', 'text/css'),
    summary: '读取接口说明页面的文件',
    description: '接口说明页面所用的脚本与样式。',
  }),
})
