/** 综合评分法 of government procurement, for goods and for services. */
import { judged, lowestPrice, TENDER_GRADES } from './parts.ts'
import type { MethodTemplate, TemplateSource } from './template.ts'

const SOURCE: TemplateSource = {
  name: '《政府采购货物和服务招标投标管理办法》（财政部令第87号）',
  articles: '第四十七条、第五十五条',
  on: '2017-10-01',
  event: '起施行',
}

const DEMANDS = [
  '评标委员会由采购人代表和评审专家组成，应为5人以上单数，其中评审专家不少于三分之二。',
  '价格分统一采用低价优先法，不去掉最高、最低报价。',
]

/** The other weights are examples: the source leaves them to the tender. */
const create = ({
  id,
  kind,
  price,
  technical,
  business,
}: {
  id: MethodTemplate['id']
  kind: string
  price: number
  technical: number
  business: number
}): MethodTemplate => ({
  id,
  title: `政府采购综合评分（${kind}）`,
  description: `公开招标采购智能体${kind}，满分100分；除价格外的分值为示例，请按采购文件填写。`,
  sources: [SOURCE],
  demands: DEMANDS,
  price: { shareMin: price / 100, formula: 'lowest' },
  setup: {
    aggregate: 'mean',
    signing: 'required',
    grades: TENDER_GRADES,
    groups: [
      { key: 'price', title: '价格', weight: price, criteria: [lowestPrice(price)] },
      {
        key: 'technical',
        title: '技术',
        weight: technical,
        criteria: [
          judged('function', '功能与性能响应', technical * 0.4, '逐条响应采购需求的程度，有无负偏离。', [
            '偏离表',
            '检测报告',
          ]),
          judged('trial', '演示与实测', technical * 0.3, '按统一的题目演示或实测的结果。', ['实测记录', '演示录像']),
          judged('plan', '实施方案', technical * 0.3, '进度、人员、部署与数据对接的安排是否可行。', [
            '实施方案',
            '人员证明',
          ]),
        ],
      },
      {
        key: 'business',
        title: '商务',
        weight: business,
        criteria: [
          judged('cases', '业绩', business * 0.4, '同类项目的数量与质量。', ['合同', '验收报告']),
          judged('service', '售后服务', business * 0.4, '响应时间、驻场、培训与质保。', ['服务承诺']),
          judged('security', '安全与合规', business * 0.2, '数据安全、备案与认证。', ['备案号', '认证证书']),
        ],
      },
    ],
  },
})

export const GOVERNMENT_GOODS = create({ id: 'government-goods', kind: '货物', price: 30, technical: 45, business: 25 })
export const GOVERNMENT_SERVICES = create({
  id: 'government-services',
  kind: '服务',
  price: 10,
  technical: 60,
  business: 30,
})
