import { describe, expect, it } from 'vitest'
import { listContacts, REDACTED, redactContacts } from './redact-contacts.ts'

describe('redactContacts', () => {
  it.each([
    { text: '请打13800138000', redacted: `请打${REDACTED}` },
    { text: '电话 010-6552 9988 转801', redacted: `电话 ${REDACTED} 转801` },
    { text: '电话：（010）65529988。', redacted: `电话：${REDACTED}。` },
    { text: '+86 138 0013 8000，下午', redacted: `${REDACTED}，下午` },
    { text: '１３８００１３８０００', redacted: REDACTED },
    { text: '写信到 chen.wei@example.com.cn，谢谢', redacted: `写信到 ${REDACTED}，谢谢` },
    { text: '写信到chen@例子.公司', redacted: `写信到${REDACTED}` },
    { text: '邮箱：张三@例子.公司。', redacted: `邮箱：${REDACTED}。` },
    { text: '微信 zhang@a-b.cn 或 13800138000', redacted: `微信 ${REDACTED} 或 ${REDACTED}` },
  ])('redacts contacts in $text', ({ text, redacted }) => {
    expect(redactContacts(text)).toBe(redacted)
  })

  it.each([
    'WeChat ID zhangsan99',
    '微 信：zhangsan66',
    '加我zhangsan11',
    '飞书号 feishu_zs',
    '公众号 zs_gzh',
    'line id: zs_line',
    'zhang # qq.com',
    'z h a n g @ q q . c o m',
    'zhang (at) corp dot example',
    '微信号：abc_12345',
    '微信wx_sales01',
    'VX: zhang888',
    'V：zhang888',
    '加V zhang_888',
    '薇信：zhangsan',
    '企业微信：zhang.san',
    'QQ：12345678',
    'QQ 1234567',
    '钉钉号 zhang_w',
    '飞书号 zhang123',
    'Telegram @zhangwei',
    'WhatsApp: +86 138 0013 8000',
    '小红书号：94839201',
    '抖音号：dy_zhang',
    't.me/zhangwei',
    'https://t.me/zhangwei',
    'zhang＠corp．example',
    'zhang(at)corp.example',
    'zhang[at]corp[dot]example',
    'zhang at corp dot example',
    'zhang@corp。example',
    '一三八零零一三八零零零',
    '壹叁捌零零壹叁捌零零零',
    '一三八 0013 8000',
    '1\u200b38\u200b0013\u200b8000',
    '1 3 8 0 0 1 3 8 0 0 0',
    '138·0013·8000',
    '①③⑧⓪⓪①③⑧⓪⓪⓪',
    '400-820-8820',
    '6552-9988',
    '+1 (415) 555-2671',
    '110101199001011234',
    'https://x.test/?tel=65529988',
  ])('redacts %j', (contact) => {
    const redacted = redactContacts(`请联系${contact}，谢谢`)
    expect(redacted).toContain(REDACTED)
    expect(redacted.replace(REDACTED, '')).not.toMatch(/\d{3}|zhang|sales|example|[一二三四五六七八九]{3}/)
    expect(redacted).toMatch(/^请联系.*，谢谢$/)
  })

  it.each([
    '预算 120 万，3 月底前决定',
    '3000000元',
    '¥3000000',
    '1000-5000元',
    '约500-1000坐席',
    '日活 12000000 人',
    '100000000 tokens',
    '2026年11月21日',
    '2026-11-21前',
    '2026-11-21 10:30',
    '2026/11/21',
    '2024.01-2025.12',
    '2023-2025',
    '二零二六年十一月',
    '第一 2024-11-21',
    'claude-3-5-sonnet-20241022',
    'gpt-4-1106-preview',
    'DeepSeek-V3-0324',
    'Qwen2.5-72B-Instruct',
    'Python 3.11.2（2026年7月）',
    'v10.0.19045.3803',
    '192.168.100.200',
    'GB/T 22239-2019',
    'ISO27001',
    'ISO/IEC 42001-2023',
    '京ICP备12345678号',
    '软著登字第12345678号',
    'https://news.example/s/202311300012345',
    '支持微信、飞书、钉钉与QQ',
    '接入微信公众号：支持客服消息',
    '企业微信 WeCom API',
    '飞书 Lark、DingTalk',
    '微信 GPT-4o 机器人',
    '微信 8.0.50',
    'Telegram bot、WhatsApp Business API',
    '比较3个产品，约500坐席',
    '10 20 30 40',
    '一、二、三、四、五、六、七',
    '@所有人',
    '报告12345678-1234-4234-8234-123456789012已撤回',
    '',
  ])('leaves %j unchanged', (text) => {
    expect(redactContacts(text)).toBe(text)
  })

  it('is fast on long texts of digits and punctuation', () => {
    const began = performance.now()
    for (const part of ['1- ', '((((', 'a@', 'a.', '+1 ', '微信', '一', 'qq ', 'a at '])
      redactContacts(part.repeat(20_000))
    expect(performance.now() - began).toBeLessThan(3_000)
  })
})

describe('listContacts', () => {
  it('lists the contacts as written, in order and once', () => {
    expect(listContacts('微信 zhang@a-b.cn，或 138 0013 8000；官网见 example.com。')).toEqual([
      'zhang@a-b.cn',
      '138 0013 8000',
    ])
    expect(listContacts('支持 128K 上下文，2026-11-21 发布')).toEqual([])
  })
})
