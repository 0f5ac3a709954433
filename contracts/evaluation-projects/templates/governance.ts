/** What to check before an agent goes into service: each item is answered with evidence, yes, partly, no or unknown. */
import type { ProjectCriterion } from '../project.ts'
import { judged } from './parts.ts'
import type { MethodTemplate } from './template.ts'

const item = (
  key: string,
  title: string,
  weight: number,
  description: string,
  evidence: string[],
): ProjectCriterion => ({
  ...judged(key, title, weight, description, evidence),
  isChecklist: true,
})

export const AGENT_GOVERNANCE: MethodTemplate = {
  id: 'agent-governance',
  title: '智能体治理核对',
  description: '评委逐项核对，选是、部分、否或未知，并附证据；只有厂商自述的，最高按部分计。',
  sources: [
    {
      name: '全国网络安全标准化技术委员会《人工智能安全治理框架》2.0版',
      articles: '的风险分类与防范措施',
      on: '2025-09-15',
      event: '发布',
    },
    {
      name: 'OWASP《Top 10 for Agentic Applications 2026》',
      articles: '（ASI01至ASI10）',
      on: '2025-12-09',
      event: '发布',
    },
  ],
  demands: [
    '条目由平台按上述文件所列的风险归纳，不是其原文；括号中的ASI编号为OWASP的风险编号。',
    '未知的项不计分，也不当作否；已评的权重不足80%时不下结论。',
    '全国网络安全标准化技术委员会2026年发布的智能体部署使用安全指引，没有查到中文原文与确切日期，未作为依据；其公开介绍所列的最小权限、审计日志、高风险操作管控、长期记忆保护与退役清除，均已有条目。',
  ],
  price: null,
  setup: {
    aggregate: 'median',
    grades: [
      { key: 'claimed', title: '厂商自述', cap: 50, description: '只有厂商的说法，没有材料。' },
      { key: 'document', title: '书面材料', cap: 100, description: '制度、配置、日志样例、检测或审计报告。' },
      { key: 'verified', title: '自行核实', cap: 100, description: '在环境中看过、试过。' },
    ],
    groups: [
      {
        key: 'identity',
        title: '身份与最小权限',
        weight: 20,
        criteria: [
          item('own-identity', '独立身份', 10, '每个智能体有自己的身份，不共用人的账号，可单独停用（ASI03）。', [
            '账号清单',
          ]),
          item('least-privilege', '最小权限', 10, '只授予任务所需的数据与操作，凭证短期有效，定期复核（ASI03）。', [
            '权限清单',
            '复核记录',
          ]),
        ],
      },
      {
        key: 'oversight',
        title: '审批与日志',
        weight: 20,
        criteria: [
          item(
            'approval',
            '高风险操作须人批准',
            10,
            '付款、删除、外发等操作前由人确认，确认时看得到将做什么（ASI09）。',
            ['操作清单', '演示'],
          ),
          item(
            'audit-log',
            '可追溯的日志',
            10,
            '谁、何时、以什么依据、调用了什么、结果如何，都有记录，不能被智能体改动。',
            ['日志样例'],
          ),
        ],
      },
      {
        key: 'tools',
        title: '工具与供应链',
        weight: 20,
        criteria: [
          item(
            'tool-limits',
            '工具的范围与参数受限',
            7,
            '工具列入白名单，参数校验，代码在隔离环境运行（ASI02、ASI05）。',
            ['工具清单'],
          ),
          item('injection', '外来内容不能改变目标', 7, '网页、文件、邮件中的指令不被当作用户的指令（ASI01）。', [
            '注入测试记录',
          ]),
          item(
            'supply-chain',
            '来源可信',
            6,
            '模型、插件、MCP服务与其他智能体的来源、版本与完整性有核对（ASI04、ASI07）。',
            ['组件清单'],
          ),
        ],
      },
      {
        key: 'memory',
        title: '记忆与数据',
        weight: 15,
        criteria: [
          item(
            'memory-isolation',
            '记忆隔离与可清除',
            8,
            '用户、租户、任务之间隔离，可查看、更正与清除，写入前有校验（ASI06）。',
            ['演示'],
          ),
          item('data-protection', '敏感数据受保护', 7, '个人信息与商业秘密在提示、记忆、日志中有脱敏或加密。', [
            '数据流图',
          ]),
        ],
      },
      {
        key: 'monitoring',
        title: '监测与处置',
        weight: 15,
        criteria: [
          item(
            'monitoring',
            '运行监测与告警',
            8,
            '异常的调用、费用与失败有阈值和告警，出错不会蔓延到其他系统（ASI08）。',
            ['告警规则'],
          ),
          item('stop', '可以立即停下', 7, '一键停用，停用后凭证失效；有应急预案并演练过（ASI10）。', ['演练记录']),
        ],
      },
      {
        key: 'decommissioning',
        title: '退役',
        weight: 10,
        criteria: [
          item('decommissioning', '退役清除', 10, '下线时收回权限与凭证，清除数据与记忆，或按约定交还，并留有记录。', [
            '退役流程',
          ]),
        ],
      },
    ],
  },
}
