import { describe, expect, it } from 'vitest'
import { ProductSchema } from '#contracts/products/product.ts'
import { SAMPLE_SCREENSHOT } from '#testing/factories/products.ts'
import { formatCell, readCell } from './cells.ts'

describe('lists', () => {
  it.each([
    [[], ''],
    [['客服'], '客服'],
    [['客服', '销售'], '客服\n销售'],
    [['支持 SQL、API 接入', '中文，英文'], '支持 SQL、API 接入\n中文，英文'],
    [['只有一项，却有逗号'], '["只有一项，却有逗号"]'],
    [['一项\n两行', '乙'], '["一项\\n两行","乙"]'],
    [['重复', '重复'], '["重复","重复"]'],
    [['', '空'], '["","空"]'],
  ])('formats %j as %j and reads it back', (items, cell) => {
    expect(formatCell('texts', items)).toBe(cell)
    expect(readCell('texts', cell)).toEqual({ value: items })
  })

  it.each([
    ['客服、销售；财务，HR', ['客服', '销售', '财务', 'HR']],
    ['客服,\n销售、财务', ['客服,', '销售、财务']],
    ['[未完', ['[未完']],
    [360, ['360']],
    [
      ['甲', 2],
      ['甲', '2'],
    ],
  ])('reads %j', (raw, value) => {
    expect(readCell('texts', raw)).toEqual({ value })
  })

  it('rejects objects', () => {
    expect(readCell('texts', {})).toEqual({ problem: '应为列表' })
  })
})

describe('specs', () => {
  it.each([
    [[], ''],
    [
      [
        { title: '接口', value: 'REST: v2' },
        { title: '', value: '只有值' },
        { title: '只有名', value: '' },
      ],
      '接口：REST: v2\n：只有值\n只有名：',
    ],
    [[{ title: '端口：默认', value: '443' }], '[{"title":"端口：默认","value":"443"}]'],
    [[{ title: '说明', value: '一行\n两行' }], '[{"title":"说明","value":"一行\\n两行"}]'],
  ])('formats %j as %j and reads it back', (specs, cell) => {
    expect(formatCell('specs', specs)).toBe(cell)
    expect(readCell('specs', cell)).toEqual({ value: specs })
  })
})

describe('links', () => {
  it.each([
    ['www.example.com', 'https://www.example.com'],
    [' example.com:8443/产品?id=1 ', 'https://example.com:8443/产品?id=1'],
    ['例子.中国', 'https://例子.中国'],
    ['http://example.com', 'http://example.com'],
    ['/products/1', '/products/1'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
    ['a@example.com', 'a@example.com'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['//example.com', '//example.com'],
    ['暂无', '暂无'],
  ])('reads %j as %j', (raw, value) => {
    expect(readCell('link', raw)).toMatchObject({ value })
  })
})

describe('screenshots', () => {
  const screenshot = { url: SAMPLE_SCREENSHOT, caption: '工作流 画布：总览', width: 1_280, height: 800 }
  const line = `${SAMPLE_SCREENSHOT} 1280×800 工作流 画布：总览`

  it.each([
    [[], ''],
    [[screenshot], line],
    [[screenshot, { ...screenshot, caption: '报表' }], `${line}\n${SAMPLE_SCREENSHOT} 1280×800 报表`],
  ])('formats %j as %j and reads it back', (screenshots, cell) => {
    expect(formatCell('screenshots', screenshots)).toBe(cell)
    expect(readCell('screenshots', cell || [])).toEqual({ value: screenshots })
  })

  it.each(['https://example.com/a.png', `${SAMPLE_SCREENSHOT} 没有大小`, `${line}\n散落的一行`, 7])(
    'rejects %j',
    (cell) => {
      expect(readCell('screenshots', cell)).toEqual({ problem: expect.stringContaining('地址 宽×高 说明') })
    },
  )

  it.each([
    ['an external URL', { url: 'https://example.com/a.webp' }, '截图须先上传到本站，不能引用外部地址'],
    ['an upload that is not a screenshot', { url: '/uploads/images/a.png' }, '截图须先上传到本站，不能引用外部地址'],
    ['no caption', { caption: ' ' }, '请填写截图说明'],
    ['a caption of two lines', { caption: '一\n二' }, '截图说明不能换行'],
  ])('rejects %s', (_, part, message) => {
    const { error } = ProductSchema.safeParse({ name: '甲', screenshots: [{ ...screenshot, ...part }] })
    expect(error?.issues.map((issue) => issue.message)).toEqual([message])
  })
})

describe('single values', () => {
  it.each([
    ['rating', 4.5, { value: 4.5 }],
    ['rating', ' ４．５ ', { value: 4.5 }],
    ['rating', '暂无评分', { value: null }],
    ['rating', '很好', { problem: '评分应为1到5的数字' }],
    ['rating', '', { problem: '评分应为1到5的数字' }],
    ['flag', true, { value: true }],
    ['flag', 'TRUE', { value: true }],
    ['flag', 0, { value: false }],
    ['flag', '已下架', { value: false }],
    ['flag', '也许', { problem: '应为“是”或“否”' }],
    ['line', 360, { value: '360' }],
    ['line', false, { value: 'false' }],
    ['line', ['甲'], { problem: '应为文本' }],
    ['reviews', [{ user: '甲' }], { value: [{ user: '甲' }] }],
    ['reviews', '很好', { problem: '用户评价只能用JSON格式导入' }],
  ] as const)('%s %j', (kind, raw, read) => {
    expect(readCell(kind, raw)).toEqual(read)
  })

  it.each([
    ['rating', null, null],
    ['rating', 4.5, 4.5],
    ['flag', false, false],
    ['line', '=1', '=1'],
    ['reviews', [], null],
  ] as const)('%s %j as a cell', (kind, value, cell) => {
    expect(formatCell(kind, value)).toBe(cell)
  })
})
