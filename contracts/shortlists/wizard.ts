/** The wizard's questions, and the requirements of each answer. Without Zod, to keep public pages small. */
import type { Attribute } from '../facts/attribute.ts'
import { isPrice } from '../rules/facts/prices.ts'
import { describeAccepted, describeLimit } from '../rules/shortlists/describe-accepted.ts'
import type { Requirement, ValueRequirement } from '../rules/shortlists/match-product.ts'

export type RequirementKind = 'required' | 'preferred'

/** A requirement of an answer; `any` accepts every choice of the attribute, or a certificate of any level. */
type AnswerRequirement = { attribute: string; values: readonly string[] | 'any'; kind: RequirementKind }
type WizardAnswer = { id: string; label: string; requirements: readonly AnswerRequirement[] }
export type WizardQuestion = {
  id: string
  title: string
  answers: readonly WizardAnswer[]
  /** The price of which the question also asks for the most that may be spent. */
  limited?: string
}

/** The default attribute that a budget is compared with. */
const ANNUAL_PRICE = 'annual-price'

const YES = ['yes'] as const
const YES_OR_PARTIAL = ['yes', 'partial'] as const

const required = (attribute: string, values: AnswerRequirement['values'] = YES): AnswerRequirement => ({
  attribute,
  values,
  kind: 'required',
})
const preferred = (attribute: string, values: AnswerRequirement['values'] = YES_OR_PARTIAL): AnswerRequirement => ({
  attribute,
  values,
  kind: 'preferred',
})
const answer = (id: string, label: string, ...requirements: AnswerRequirement[]): WizardAnswer => ({
  id,
  label,
  requirements,
})
const model = (id: string, label: string, choice = label) => answer(id, label, preferred('models', [choice]))

/** Every question can be skipped; the requirements of an answer can be changed before they apply. */
export const WIZARD_QUESTIONS: readonly WizardQuestion[] = [
  {
    id: 'scenario',
    title: '用在什么场景？',
    answers: [
      answer('knowledge', '知识库问答', required('rag', YES_OR_PARTIAL)),
      answer('service', '客服与语音', preferred('voice'), preferred('wecom')),
      answer('workflow', '流程自动化', required('workflow-canvas', YES_OR_PARTIAL)),
      answer('browser', '网页与桌面操作', required('browser-use', YES_OR_PARTIAL)),
      answer('coding', '编程与数据分析', required('code-execution', YES_OR_PARTIAL)),
      answer('agents', '多智能体协作', required('multi-agent', YES_OR_PARTIAL)),
    ],
  },
  {
    id: 'scale',
    title: '多大规模？',
    answers: [
      answer('team', '一个部门试用'),
      answer('company', '全公司使用', preferred('sso'), preferred('rbac')),
      answer(
        'group',
        '集团多组织',
        required('sso', YES_OR_PARTIAL),
        required('rbac', YES_OR_PARTIAL),
        preferred('audit-log'),
      ),
    ],
  },
  {
    id: 'deployment',
    title: '怎样部署？',
    answers: [
      answer('saas', '用厂商的云服务', required('saas')),
      answer('private', '部署在自己的环境', required('private-deployment')),
      answer('offline', '不连外网', required('offline')),
      answer('kubernetes', '容器与Kubernetes', preferred('kubernetes')),
      answer('domestic', '信创软硬件', preferred('domestic-cpu', 'any'), preferred('domestic-os', 'any')),
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
      answer('level-3', '等保三级及以上', required('classified-protection', ['三级', '四级'])),
      answer('iso', 'ISO 27001', required('iso-27001', 'any')),
      answer('generative', '生成式AI备案', required('generative-ai-filing', 'any')),
      answer('algorithm', '算法备案', required('algorithm-filing', 'any')),
      answer('audit', '审计日志', required('audit-log', YES_OR_PARTIAL)),
      answer('masking', '数据脱敏', preferred('data-masking')),
      answer('injection', '提示注入防护', preferred('prompt-injection')),
    ],
  },
  {
    id: 'integration',
    title: '要与什么集成？',
    answers: [
      answer('in-wecom', '企业微信', required('wecom', YES_OR_PARTIAL)),
      answer('in-dingtalk', '钉钉', required('dingtalk', YES_OR_PARTIAL)),
      answer('in-feishu', '飞书', required('feishu', YES_OR_PARTIAL)),
      answer('in-mcp', 'MCP工具', preferred('mcp')),
      answer('in-sso', '统一登录（SSO）', required('sso', YES_OR_PARTIAL)),
    ],
  },
  {
    id: 'budget',
    title: '预算怎样安排？',
    limited: ANNUAL_PRICE,
    answers: [
      answer('free', '先用免费的', required('billing', ['免费'])),
      answer('subscription', '按年订阅', preferred('billing', ['订阅', '按用户数'])),
      answer('usage', '按用量付费', preferred('billing', ['按用量'])),
      answer('project', '立项采购', preferred('billing', ['一次性授权', '项目报价', '按节点'])),
    ],
  },
  {
    id: 'time',
    title: '什么时候要用上？',
    answers: [
      answer('now', '一个月内', preferred('saas')),
      answer('quarter', '一个季度内', preferred('containers')),
      answer('later', '不急，先比较'),
    ],
  },
]

export type ChosenRequirement = Requirement & {
  label: string
  kind: RequirementKind
  /** What it accepts, in words. */
  valueLabels: readonly string[]
}

type KnownAttribute = Pick<Attribute, 'key' | 'label' | 'type' | 'unit' | 'choices'>

/** Returns the values of an answer that an attribute has; a certificate without levels is held or not. */
function listValues({ values }: AnswerRequirement, { type, choices }: KnownAttribute): readonly string[] {
  if (values !== 'any') return type === 'yesNo' ? values : values.filter((value) => choices.includes(value))
  return type === 'certificate' ? [...choices, 'held'] : choices
}

/** Returns the answers whose requirements apply to a catalogue's attributes, and those without requirements. */
export const listAnswers = ({ answers }: WizardQuestion, attributes: readonly KnownAttribute[]): WizardAnswer[] =>
  answers.filter(
    ({ requirements }) =>
      requirements.length === 0 ||
      requirements.some(({ attribute }) => attributes.some(({ key }) => key === attribute)),
  )

/** Returns the price of which a question asks for the most that may be spent, if the catalogue has it. */
export const findLimited = <Known extends KnownAttribute>(
  { limited }: WizardQuestion,
  attributes: readonly Known[],
): Known | undefined => attributes.find((attribute) => attribute.key === limited && isPrice(attribute))

/**
 * Returns the requirements of the chosen answers, one per attribute: values are combined, and it is required if any
 * answer requires it. Attributes that an editor has removed are left out. `budget` is the most that may be spent.
 */
export function collectRequirements(
  answerIds: readonly string[],
  attributes: readonly KnownAttribute[],
  budget?: number,
): ChosenRequirement[] {
  const attributesByKey = new Map(attributes.map((attribute) => [attribute.key, attribute]))
  const collected = new Map<string, ValueRequirement & Pick<ChosenRequirement, 'label' | 'kind'>>()
  const chosenAnswers = WIZARD_QUESTIONS.flatMap(({ answers }) => answers).filter(({ id }) => answerIds.includes(id))
  for (const requirement of chosenAnswers.flatMap(({ requirements }) => requirements)) {
    const attribute = attributesByKey.get(requirement.attribute)
    if (!attribute) continue
    const previous = collected.get(attribute.key)
    const values = [...new Set([...(previous?.values ?? []), ...listValues(requirement, attribute)])]
    if (values.length === 0) continue
    collected.set(attribute.key, {
      attribute: attribute.key,
      label: attribute.label,
      values,
      kind: previous?.kind === 'required' ? 'required' : requirement.kind,
    })
  }
  return [
    ...[...collected.values()].map((requirement) => ({ ...requirement, valueLabels: describeAccepted(requirement) })),
    ...(budget === undefined ? [] : createLimits(budget, attributes)),
  ]
}

/** Returns the requirements of a budget: one for each price that is asked for. */
const createLimits = (atMost: number, attributes: readonly KnownAttribute[]): ChosenRequirement[] =>
  WIZARD_QUESTIONS.flatMap((question) => findLimited(question, attributes) ?? []).map(({ key, label, unit }) => ({
    attribute: key,
    label,
    atMost,
    kind: 'required',
    valueLabels: [describeLimit(atMost, unit)],
  }))
