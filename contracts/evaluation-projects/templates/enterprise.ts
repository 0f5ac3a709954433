/** Scoring of an enterprise's own tender, which no rule fixes: common practice, as a start. */
import { judged, lowestPrice, TENDER_GRADES } from './parts.ts'
import type { MethodTemplate } from './template.ts'

export const ENTERPRISE_TENDER: MethodTemplate = {
  id: 'enterprise-tender',
  title: '企业招标评分',
  description: '企业招标或比选：技术、商务、价格、服务四部分，专家分去掉最高与最低。分值为示例，请按招标文件填写。',
  sources: [
    {
      name: '《中华人民共和国招标投标法》',
      articles: '第三十七条、第四十条',
      on: '2017-12-28',
      event: '起施行',
    },
  ],
  demands: [
    '评标委员会应当按照招标文件确定的评标标准和方法评审。',
    '依法必须招标的项目，评标委员会应为5人以上单数，其中技术、经济等方面的专家不少于三分之二。',
  ],
  price: null,
  setup: {
    aggregate: 'trimmedMean',
    grades: TENDER_GRADES,
    groups: [
      {
        key: 'technical',
        title: '技术',
        weight: 45,
        criteria: [
          judged('fit', '场景适配', 15, '对招标场景的理解，方案是否可用。', ['方案', '演示']),
          judged('accuracy', '任务完成与准确性', 15, '按自有题目实测的结果。', ['实测记录']),
          judged('integration', '集成与部署', 8, '与现有系统的对接、部署方式。', ['对接方案']),
          judged('security', '安全与合规', 7, '权限、审计、数据安全。', ['备案号', '认证证书']),
        ],
      },
      {
        key: 'business',
        title: '商务',
        weight: 15,
        criteria: [
          judged('company', '企业实力', 7, '财务、团队与产品的持续性。', ['审计报告']),
          judged('cases', '同类业绩', 8, '同行业、同规模的案例。', ['合同', '客户证明']),
        ],
      },
      { key: 'price', title: '价格', weight: 30, criteria: [lowestPrice(30)] },
      {
        key: 'service',
        title: '服务',
        weight: 10,
        criteria: [judged('service', '实施与服务', 10, '实施计划、培训、运维与响应时间。', ['服务承诺'])],
      },
    ],
  },
}
