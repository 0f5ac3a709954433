/** The words that tell whose a reply is, as the owner's list begins. */
import { GRADING, TEXT } from '#contracts/limits.ts'
import { toSingleLine } from '#contracts/rules/single-line.ts'
import { toStorableStart } from '#contracts/rules/storable-text.ts'
import { hasVisibleText } from '#contracts/stored-text.ts'

/** Vendors, products and models by which agents often introduce themselves. */
const KNOWN_NAMES = [
  ...['阿里云', '阿里巴巴', '通义千问', '通义', 'Qwen', '百炼', '钉钉'],
  ...['百度', '文心一言', '文心', 'ERNIE', '千帆'],
  ...['腾讯', '混元', 'Hunyuan', '元宝'],
  ...['字节跳动', '豆包', 'Doubao', '火山引擎', '扣子', 'Coze', '飞书'],
  ...['深度求索', 'DeepSeek', '月之暗面', 'Moonshot', 'Kimi'],
  ...['智谱', 'ChatGLM', 'GLM', '百川', 'Baichuan', 'MiniMax', '海螺', '阶跃星辰', 'StepFun', '零一万物'],
  ...['科大讯飞', '讯飞', '星火', 'SparkDesk', '华为', '盘古', '商汤', '日日新', 'SenseNova', '昆仑万维', '天工'],
  ...['Dify', 'FastGPT', 'RAGFlow', 'LangChain', 'n8n'],
  ...['OpenAI', 'ChatGPT', 'GPT', 'Anthropic', 'Claude', 'Google', 'Gemini', 'Meta', 'Llama', 'Mistral', 'Grok'],
  ...['Microsoft', 'Copilot', '微软'],
]

/** Parts of host names that name nobody. */
const HOST_WORDS = new Set([
  'api',
  'www',
  'com',
  'cn',
  'net',
  'org',
  'gov',
  'edu',
  'local',
  'localhost',
  'agent',
  'chat',
])
const PART_MIN = 3

/** Returns the telling parts of a host name, such as `aliyuncs` of `dashscope.aliyuncs.com`; none of an address. */
const listHostWords = (host: string): string[] =>
  (/[a-z]/i.test(host) ? host.replace(/:\d+$/, '').split('.') : []).filter(
    (part) => part.length >= PART_MIN && !HOST_WORDS.has(part),
  )

/** Returns a model's name, and how it begins: `acme-chat-7b` and `acme`. */
function listModelWords(model: string): string[] {
  const [first = ''] = model.split(/[\s/_:.-]|(?=\d)/)
  return first.length >= PART_MIN ? [model, first] : [model]
}

type Sources = {
  candidates: readonly string[]
  vendors: readonly string[]
  models: readonly string[]
  hosts: readonly string[]
}

/** Returns the words that are hidden unless the owner says otherwise, without duplicates. */
export function suggestWords({ candidates, vendors, models, hosts }: Sources): string[] {
  const own = [...candidates, ...vendors, ...models.flatMap(listModelWords), ...hosts.flatMap(listHostWords)]
  const words = [...own, ...KNOWN_NAMES]
    .map((word) => toStorableStart(toSingleLine(word), TEXT.line).trim())
    .filter(hasVisibleText)
  return [...new Set(words)].slice(0, GRADING.hiddenWords)
}
