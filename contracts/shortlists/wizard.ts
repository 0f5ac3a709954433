/** The wizard's questions, and the requirements of each answer. Without Zod, to keep public pages small. */
import type { Attribute } from '../facts/attribute.ts'
import type { Requirement } from '../rules/shortlists/match-product.ts'

export type RequirementKind = 'must' | 'want'

/** `any` accepts every choice of the attribute. */
type Ask = { attribute: string; values: readonly string[] | 'any'; kind: RequirementKind }
export type WizardAnswer = { id: string; label: string; asks: readonly Ask[] }
export type WizardQuestion = { id: string; title: string; answers: readonly WizardAnswer[] }

const YES = ['yes'] as const
const YES_OR_PARTIAL = ['yes', 'partial'] as const
const HELD = 'any'

const want = (attribute: string, values: Ask['values'] = YES_OR_PARTIAL): Ask => ({ attribute, values, kind: 'want' })
const must = (attribute: string, values: Ask['values'] = YES): Ask => ({ attribute, values, kind: 'must' })
const answer = (id: string, label: string, ...asks: Ask[]): WizardAnswer => ({ id, label, asks })
const model = (id: string, label: string, choice = label) => answer(id, label, want('models', [choice]))

/** Every question can be skipped; the requirements of an answer can be changed before they apply. */
export const WIZARD_QUESTIONS: readonly WizardQuestion[] = [
  {
    id: 'scenario',
    title: '用在什么场景？',
    answers: [
      answer('knowledge', '知识库问答', must('rag', YES_OR_PARTIAL)),
      answer('service', '客服与语音', want('voice'), want('wecom')),
      answer('workflow', '流程自动化', must('workflow-canvas', YES_OR_PARTIAL)),
      answer('browser', '网页与桌面操作', must('browser-use', YES_OR_PARTIAL)),
      answer('coding', '编程与数据分析', must('code-execution', YES_OR_PARTIAL)),
      answer('agents', '多智能体协作', must('multi-agent', YES_OR_PARTIAL)),
    ],
  },
  {
    id: 'scale',
    title: '多大规模？',
    answers: [
      answer('team', '一个部门试用'),
      answer('company', '全公司使用', want('sso'), want('rbac')),
      answer('group', '集团多组织', must('sso', YES_OR_PARTIAL), must('rbac', YES_OR_PARTIAL), want('audit-log')),
    ],
  },
  {
    id: 'deployment',
    title: '怎样部署？',
    answers: [
      answer('saas', '用厂商的云服务', must('saas')),
      answer('private', '部署在自己的环境', must('private-deployment')),
      answer('offline', '不连外网', must('offline')),
      answer('kubernetes', '容器与Kubernetes', want('kubernetes')),
      answer('domestic', '信创软硬件', want('domestic-cpu', 'any'), want('domestic-os', 'any')),
    ],
  },
  {
    id: 'models',
    title: '要接哪些模型？',
    answers: [
      model('qwen', '通义千问'),
      model('deepseek', 'DeepSeek'),
      model('glm', '智谱GLM'),
      model('kimi', 'Kimi'),
      model('openai', 'OpenAI'),
      model('claude', 'Claude'),
      model('local', '本地模型'),
    ],
  },
  {
    id: 'compliance',
    title: '有哪些合规要求？',
    answers: [
      answer('level-3', '等保三级及以上', must('classified-protection', ['三级', '四级'])),
      answer('iso', 'ISO 27001', must('iso-27001', HELD)),
      answer('generative', '生成式AI备案', must('generative-ai-filing', HELD)),
      answer('algorithm', '算法备案', must('algorithm-filing', HELD)),
      answer('audit', '审计日志', must('audit-log', YES_OR_PARTIAL)),
      answer('masking', '数据脱敏', want('data-masking')),
      answer('injection', '提示注入防护', want('prompt-injection')),
    ],
  },
  {
    id: 'integration',
    title: '要与什么集成？',
    answers: [
      answer('in-wecom', '企业微信', must('wecom', YES_OR_PARTIAL)),
      answer('in-dingtalk', '钉钉', must('dingtalk', YES_OR_PARTIAL)),
      answer('in-feishu', '飞书', must('feishu', YES_OR_PARTIAL)),
      answer('in-mcp', 'MCP工具', want('mcp')),
      answer('in-sso', '统一登录（SSO）', must('sso', YES_OR_PARTIAL)),
    ],
  },
  {
    id: 'budget',
    title: '预算怎样安排？',
    answers: [
      answer('free', '先用免费的', must('billing', ['免费'])),
      answer('subscription', '按年订阅', want('billing', ['订阅', '按用户数'])),
      answer('usage', '按用量付费', want('billing', ['按用量'])),
      answer('project', '立项采购', want('billing', ['一次性授权', '项目报价', '按节点'])),
    ],
  },
  {
    id: 'time',
    title: '什么时候要用上？',
    answers: [
      answer('now', '一个月内', want('saas')),
      answer('quarter', '一个季度内', want('containers')),
      answer('later', '不急，先比较'),
    ],
  },
]

export type ChosenRequirement = Requirement & { label: string; kind: RequirementKind; choices: readonly string[] }

type KnownAttribute = Pick<Attribute, 'key' | 'label' | 'type' | 'choices'>

/** Returns the values of an answer that an attribute has; a certificate without levels is held or not. */
function listValues({ values }: Ask, { type, choices }: KnownAttribute): readonly string[] {
  if (values !== 'any') return type === 'yesNo' ? values : values.filter((value) => choices.includes(value))
  return type === 'certificate' ? [...choices, 'held'] : choices
}

/** Returns the answers whose requirements apply to a catalogue's attributes, and those without requirements. */
export const listAnswers = ({ answers }: WizardQuestion, attributes: readonly KnownAttribute[]): WizardAnswer[] =>
  answers.filter(
    ({ asks }) => asks.length === 0 || asks.some(({ attribute }) => attributes.some(({ key }) => key === attribute)),
  )

/**
 * Returns the requirements of the chosen answers, one per attribute: values are combined, and it is a must if any
 * answer makes it one. Attributes that an editor has removed are left out.
 */
export function collectRequirements(
  chosen: readonly string[],
  attributes: readonly KnownAttribute[],
): ChosenRequirement[] {
  const byKey = new Map(attributes.map((attribute) => [attribute.key, attribute]))
  const requirements = new Map<string, ChosenRequirement>()
  for (const { id, asks } of WIZARD_QUESTIONS.flatMap(({ answers }) => answers)) {
    if (!chosen.includes(id)) continue
    for (const ask of asks) {
      const attribute = byKey.get(ask.attribute)
      const before = requirements.get(ask.attribute)
      const values = attribute ? [...new Set([...(before?.values ?? []), ...listValues(ask, attribute)])] : []
      if (!attribute || values.length === 0) continue
      requirements.set(ask.attribute, {
        attribute: ask.attribute,
        label: attribute.label,
        values,
        kind: before?.kind === 'must' ? 'must' : ask.kind,
        choices: attribute.choices,
      })
    }
  }
  return [...requirements.values()]
}
