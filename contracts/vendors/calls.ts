import { DELETE, file, GET, groupCalls, POST, sentences } from '../call.ts'
import { ExportQuerySchema } from '../export-query.ts'
import { OWN_PRODUCTS_MAX } from '../limits.ts'
import { idParams, pathId } from '../path-id.ts'
import { FIGURE_MIN } from '../rules/product-figures.ts'
import { SubmissionReceiptSchema } from '../submissions/submission.ts'
import { TABLE_TYPES } from '../table.ts'
import { FiguresQuerySchema, ProductFiguresSchema } from './figures.ts'
import { UPDATE_MESSAGES } from './messages.ts'
import { ProductUpdateFormSchema, ProductUpdateRequestSchema, WithdrawnUpdateSchema } from './product-update.ts'
import { VendorProductsSchema } from './vendor-product.ts'

const ProductParamsSchema = idParams('智能体产品的编号。')

export const vendorCalls = groupCalls('厂商', '厂商的会员账号所代表的产品。', {
  listOwn: GET('/api/my-products', {
    access: 'signed-in',
    reply: VendorProductsSchema,
    summary: '列出自己代表的产品',
    description: sentences(
      '账号邮箱经过验证，并且是产品的联系邮箱，或账号是产品所属厂商组织的成员。',
      `按名称排列，最多${OWN_PRODUCTS_MAX}个，各附待办：未回复的评价、待确认的资料、待审核的更新、对平台评估的声明。`,
    ),
  }),
  getUpdateForm: GET('/api/my-products/:id/update-form', {
    access: 'signed-in',
    params: ProductParamsSchema,
    failures: ['forbidden', 'notFound'],
    reply: ProductUpdateFormSchema,
    summary: '读取更新产品资料的表单',
    description: '产品在目录中的现有内容，按提交表单的字段给出；`pending` 为正在等待审核的更新。',
  }),
  sendUpdate: POST('/api/my-products/:id/updates', {
    hasIdempotencyKey: true,
    access: 'signed-in',
    callsPerMinute: 10,
    params: ProductParamsSchema,
    body: ProductUpdateRequestSchema,
    failures: ['forbidden', 'notFound', 'conflict'],
    reply: SubmissionReceiptSchema,
    message: UPDATE_MESSAGES.sent,
    summary: '提交产品资料的更新',
    description: sentences(
      '与提交产品相同，另以 `changedFields` 列出改动过的字段；通过审核后只更新这些字段、所附的产品资料与截图，其余保持不变。',
      '已有更新在等待审核时返回409。',
    ),
  }),
  getFigures: GET('/api/my-products/:id/figures', {
    access: 'signed-in',
    params: idParams('产品编号。'),
    query: FiguresQuerySchema,
    failures: ['forbidden'],
    reply: ProductFiguresSchema,
    failureMessage: UPDATE_MESSAGES.figuresFailed,
    summary: '读取产品的浏览、对比、加入清单与征询次数',
    description: sentences(
      '只限代表这个产品的账号，只有次数，没有是谁。',
      `少于${FIGURE_MIN}的不显示，为 \`null\`；其余向下取到${FIGURE_MIN}的倍数，以免两个时段之差透露更小的数。`,
      '时段截至昨天，与此前同样长的时段比较；日期均为北京时间。',
    ),
  }),
  exportFigures: GET('/api/my-products/:id/figures/export', {
    access: 'signed-in',
    params: idParams('产品编号。'),
    query: FiguresQuerySchema.extend(ExportQuerySchema.shape),
    failures: ['forbidden'],
    reply: file(...TABLE_TYPES),
    failureMessage: UPDATE_MESSAGES.figuresFailed,
    summary: '下载产品的数据',
    description: '内容与读取相同。',
  }),
  withdrawUpdate: DELETE('/api/my-products/:id/updates/:receipt', {
    access: 'signed-in',
    params: ProductParamsSchema.extend({ receipt: pathId('更新的回执号。') }),
    failures: ['forbidden', 'notFound'],
    reply: WithdrawnUpdateSchema,
    message: UPDATE_MESSAGES.withdrawn,
    summary: '撤回待审核的更新',
    description: sentences(
      '返回更新的内容，以便改好再次提交，附件与截图可以凭 `key` 再次使用。',
      '重复撤回同一次更新时再次返回。',
    ),
  }),
})
