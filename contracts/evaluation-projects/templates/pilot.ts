/** Whether a pilot reached what was agreed: figures before and after, against marks. */
import type { CountedRule } from '../counted.ts'
import { counted, OWN_GRADES } from './parts.ts'
import type { MethodTemplate } from './template.ts'

const measured = (
  key: string,
  title: string,
  weight: number,
  description: string,
  { unit, direction, mark }: Omit<CountedRule & { kind: 'measured' }, 'kind'>,
) => counted(key, title, weight, description, { minimum: null, rule: { kind: 'measured', unit, direction, mark } })

export const PILOT_ACCEPTANCE: MethodTemplate = {
  id: 'pilot-acceptance',
  title: '试点验收',
  description: '填写试点前后的数据，与事先约定的标准比较：达到或未达到，不投票。指标与标准为示例，请按约定填写。',
  sources: [],
  demands: [
    '标准应在试点开始之前约定；开始打分后即锁定，报告列出锁定的时间。',
    '前后两次按同一口径测量，写明时间、样本与数据来源。',
  ],
  price: null,
  setup: {
    aggregate: 'mean',
    grades: OWN_GRADES,
    groups: [
      {
        key: 'benefit',
        title: '成效',
        weight: 50,
        criteria: [
          measured('time', '单次处理时长', 20, '从受理到办结的平均时长。', {
            unit: '分钟',
            direction: 'atMost',
            mark: 10,
          }),
          measured('resolved', '一次解决率', 20, '不转人工、不重复来问的比例。', {
            unit: '%',
            direction: 'atLeast',
            mark: 80,
          }),
          measured('cost', '单次成本', 10, '人工与用量合计。', { unit: '元', direction: 'atMost', mark: 3 }),
        ],
      },
      {
        key: 'quality',
        title: '质量与安全',
        weight: 35,
        criteria: [
          measured('errors', '差错率', 20, '抽查中有错误的比例。', { unit: '%', direction: 'atMost', mark: 2 }),
          {
            ...measured('incidents', '安全事件', 15, '试点期间的次数；超过标准的一票否决。', {
              unit: '次',
              direction: 'atMost',
              mark: 0,
            }),
            isRequired: true,
            minimum: 100,
          },
        ],
      },
      {
        key: 'adoption',
        title: '使用',
        weight: 15,
        criteria: [
          measured('satisfaction', '使用者满意度', 15, '同一份问卷，满分5分。', {
            unit: '分',
            direction: 'atLeast',
            mark: 4,
          }),
        ],
      },
    ],
  },
}
